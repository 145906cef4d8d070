import type { DevelopTask, SkillState } from '../../records/loop/loop-state.ts'
import { PageReader } from './page-reader.ts'

type DevelopPage = Omit<SkillState, 'debug' | 'validate'>

const actions = ['init', 'develop', 'debug', 'validate', 'complete'] as const

/** `develop.md` as `renderDevelopPage` wrote it. Throws a `ProgressFault`. */
export function parseDevelopPage(file: string, text: string): DevelopPage {
  const reader = new PageReader(file, text)
  reader.heading(1, 'Develop: ')
  reader.text('the progress bar')
  const fact = reader.facts('loop')
  const current = fact('current action').codeOrNull()
  const completed = fact('completed')
  const counts = /^(\d+) of (\d+)$/.exec(completed.text) ?? completed.fail('a number of a number')
  const task = fact('current task').codeOrNull()
  const lastProgress = fact('last progress').codeOrNull()
  const lastAction = fact('last action').codeOrNull()
  const mode = fact('mode').code()
  reader.heading(2, 'Tasks')
  const rows = parseTasks(reader)
  reader.heading(2, 'Errors')
  const errors = reader.rows(['when', 'action', 'message']).map((row) => ({
    action: reader.value(row, 1).code(),
    message: reader.value(row, 2).prose(),
    timestamp: reader.value(row, 0).code(),
  }))
  reader.heading(2, 'Files')
  const tasks = shareFiles(reader, rows)
  reader.heading(2, 'Actions')
  const done = parseActions(reader)
  reader.end()
  return {
    current_action:
      actions.find((one) => one === current) ?? (current === null ? null : fact('current action').fail('an action')),
    last_action: lastAction,
    completed_actions: done,
    mode: mode === 'auto' || mode === 'interactive' ? mode : fact('mode').fail('`auto` or `interactive`'),
    develop: {
      total: Number(counts[2]),
      completed: Number(counts[1]),
      ...(task === null ? {} : { current_task: task }),
      tasks,
      last_progress_at: lastProgress,
    },
    errors,
  }
}

interface TaskRow {
  task: DevelopTask
  files: number
}

function parseTasks(reader: PageReader): TaskRow[] {
  const heads = ['id', 'task', 'status', 'tool', 'mode', 'files', 'created', 'completed']
  return reader.rows(heads).map((row) => ({
    task: {
      id: reader.value(row, 0).code(),
      description: reader.value(row, 1).prose(),
      tool: reader.value(row, 3).word(['gemini', 'qwen', 'codex', 'bash']),
      mode: reader.value(row, 4).word(['analysis', 'write']),
      status: parseStatus(reader.value(row, 2).word(['pending', 'in progress', 'completed', 'failed'])),
      files_changed: [],
      created_at: reader.value(row, 6).code(),
      completed_at: reader.value(row, 7).codeOrNull(),
    },
    files: reader.value(row, 5).number(),
  }))
}

function parseStatus(word: 'pending' | 'in progress' | 'completed' | 'failed'): DevelopTask['status'] {
  return word === 'in progress' ? 'in_progress' : word
}

/** The files in the order of the tasks; each task's row says how many are its own. */
function shareFiles(reader: PageReader, rows: readonly TaskRow[]): DevelopTask[] {
  const at = reader.peek()?.line ?? 1
  const files = reader.rows(['task', 'file']).values()
  const tasks = rows.map(({ task, files: count }): DevelopTask => {
    const own: string[] = []
    while (own.length < count) {
      const { value: row } = files.next()
      if (row === undefined) return reader.fail(at, `there are fewer files than the ${count} of ${task.id}`)
      if (reader.value(row, 0).code() !== task.id) reader.value(row, 0).fail(`a file of ${task.id}`)
      own.push(reader.value(row, 1).code())
    }
    return { ...task, files_changed: own }
  })
  const more = files.next().value
  if (more !== undefined) reader.value(more, 0).fail('no further file')
  return tasks
}

/** More than any loop does; a number that was changed can't fill the memory. */
const mostActions = 1_000_000

function parseActions(reader: PageReader): string[] {
  const done: string[] = []
  for (const row of reader.rows(['action', 'times'])) {
    const action = reader.value(row, 0).code()
    const times = reader.value(row, 1).number()
    if (!Number.isInteger(times) || times < 1 || done.length + times > mostActions)
      reader.value(row, 1).fail('a whole number')
    for (let left = times; left > 0; left -= 1) done.push(action)
  }
  return done
}
