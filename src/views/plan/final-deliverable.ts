import type { Plan } from '../../domain/plan/plan.ts'
import { deliverablePath } from '../../domain/plan/deliverable-spec.ts'
import { t } from '../language/t.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { listWords } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'

const mostNamed = 12

/** What the whole delivers: which tasks, and who puts them together (spec 003 §1.4); '' of a plan that says nothing of it. */
export function renderFinalDeliverable(plan: Plan): string {
  const final = plan.goals.find((goal) => goal.final_deliverable_spec !== undefined)?.final_deliverable_spec
  if (final === undefined) return ''
  const children = listTasks(final.include_children)
  switch (final.mode) {
    case 'ASSEMBLE':
      return t('{file}, which {task} assembles from {tasks}', {
        file: inlineCode(shorten(deliverablePath(final.output), 120)),
        task: neutraliseInline(final.assemble_task_id ?? t('no task')),
        tasks: children,
      })
    case 'PASS_THROUGH': {
      const left = plan.tasks.filter((task) => !isIncluded(task.id, final.include_children))
      if (left.length === 0) return t('what every task delivers, with a manifest')
      const others = listTasks(left.map((task) => task.id))
      return t('what {tasks} deliver, with a manifest; {others} only support it', { tasks: children, others })
    }
  }
}

/** Itself, or a task that was split into it. */
function isIncluded(id: string, children: readonly string[]): boolean {
  return children.some((child) => id === child || id.startsWith(`${child}.`))
}

function listTasks(ids: readonly string[]): string {
  const shown = ids.slice(0, mostNamed).map((id) => neutraliseInline(id))
  return listWords(ids.length > mostNamed ? [...shown, t('{n} more', { n: ids.length - mostNamed })] : shown)
}
