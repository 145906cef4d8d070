import {
  planWritten,
  readWrittenIssues,
  type WrittenIssue,
  writtenPages,
} from '../../test/support/plans/written-issues.ts'
import { renderTable } from './markdown-table.ts'

const titles: Record<(typeof writtenPages)[number], string> = {
  bugs: 'Bugs',
  requests: 'Requests',
  others: 'Questions, collections, advisories and others',
  languages: 'In other languages',
  'set-aside': 'Set aside',
}

const intro = `# What issues give

Issues as the forms and templates of large projects have them, and what the *outline* planner answers to each; the texts are in [\`test/fixtures/forms\`](../test/fixtures/forms). How they are read is told in [planning](planning.md#an-issue-that-names-no-task). Where it says *asked:*, the bot asks whether this is what must hold, and plans nothing before a yes. This page is made by \`npm run docs\` from what the planner says.

The issues under *Set aside* were not looked at while the rules were written: 11 of the 13 gave at once what they give now.`

/** docs/issue-forms.md: every kind of issue, and what planning makes of it. */
export function renderIssueFormsPage(): string {
  const sections = writtenPages.map((page) => {
    const rows = readWrittenIssues(page).map((issue) => renderRow(issue))
    return `## ${titles[page]}\n\n${renderTable(['issue', 'gives', 'what must hold, or what is said', 'scope'], rows)}`
  })
  return `${[intro, ...sections].join('\n\n')}\n`
}

function renderRow({ kind, title, body }: WrittenIssue): string[] {
  const { gives, tasks, criteria, scope, says } = planWritten(title, body)
  const isRead = gives === 'plan' || gives === 'reading'
  const words = isRead ? criteria.join('<br>') : says
  return [
    kind,
    gives === 'plan' && tasks > 1 ? `plan of ${tasks} tasks` : gives === 'reading' ? '*asked:*' : gives,
    words,
    scope === ''
      ? ''
      : scope
          .split(', ')
          .map((path) => `\`${path}\``)
          .join(', '),
  ]
}
