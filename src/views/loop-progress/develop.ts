import type { DevelopTask, SkillState } from '../../domain/records/loop/loop-state.ts'
import { noneCell } from '../../domain/loop/progress/parse-cell.ts'
import { renderCount } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderProgressBar } from '../text/progress-bar.ts'
import { renderTable } from '../markdown/table.ts'
import { renderCode, renderProse } from './cell.ts'
import { renderCodeOrNone, renderFacts, renderPage } from './page.ts'

/** `develop.md`: where the loop is, its tasks, what went wrong; then files and actions, folded. Reads back exactly (spec 002 §6). */
export function renderDevelopPage(skill: SkillState): string {
  const { develop, errors, completed_actions: actions } = skill
  return renderPage([
    `# Develop: ${develop.completed} of ${renderCount(develop.total, 'task')} completed`,
    renderProgressBar(develop.completed, develop.total),
    renderFacts('loop', [
      ['current action', skill.current_action === null ? noneCell : `\`${skill.current_action}\``],
      ['current task', renderCodeOrNone(develop.current_task)],
      ['completed', `${develop.completed} of ${develop.total}`],
      ['last progress', renderCodeOrNone(develop.last_progress_at)],
      ['last action', renderCodeOrNone(skill.last_action)],
      ['mode', `\`${skill.mode}\``],
    ]),
    '## Tasks',
    develop.tasks.length === 0 ? noneCell : renderTasks(develop.tasks),
    '## Errors',
    errors.length === 0 ? noneCell : renderErrors(errors),
    '## Files',
    renderFiles(develop.tasks),
    '## Actions',
    actions.length === 0 ? noneCell : renderActions(actions),
  ])
}

function renderTasks(tasks: readonly DevelopTask[]): string {
  const heads = ['id', 'task', 'status', 'tool', 'mode', 'files', 'created', 'completed']
  return renderTable(
    heads.map((head) => ({ head, ...(head === 'files' ? { align: 'right' as const } : {}) })),
    tasks.map((task) => [
      renderCode(task.id),
      renderProse(task.description),
      task.status.replace('_', ' '),
      task.tool,
      task.mode,
      String(task.files_changed.length),
      renderCode(task.created_at),
      renderCodeOrNone(task.completed_at),
    ]),
  )
}

function renderErrors(errors: SkillState['errors']): string {
  return renderTable(
    [{ head: 'when' }, { head: 'action' }, { head: 'message' }],
    errors.map((error) => [renderCode(error.timestamp), renderCode(error.action), renderProse(error.message)]),
  )
}

/** In the order of the tasks; each task's row says how many are its own. */
function renderFiles(tasks: readonly DevelopTask[]): string {
  const rows = tasks.flatMap((task) => task.files_changed.map((path) => [renderCode(task.id), renderCode(path)]))
  if (rows.length === 0) return noneCell
  return renderDetails(
    renderCount(rows.length, 'changed file'),
    renderTable([{ head: 'task' }, { head: 'file' }], rows),
  )
}

/** In order, what was done several times in a row once. */
function renderActions(actions: readonly string[]): string {
  const runs: { action: string; times: number }[] = []
  for (const action of actions) {
    const last = runs.at(-1)
    if (last?.action === action) last.times += 1
    else runs.push({ action, times: 1 })
  }
  const rows = runs.map(({ action, times }) => [renderCode(action), String(times)])
  const table = renderTable([{ head: 'action' }, { head: 'times', align: 'right' }], rows)
  return renderDetails(`${renderCount(actions.length, 'completed action')}, oldest first`, table)
}
