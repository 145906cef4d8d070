import { commandUsages } from '../../src/domain/commands/command-usage.ts'
import { catalogues } from '../../src/domain/language/catalogues.ts'
import { defaultConfiguration } from '../../src/domain/configuration/configuration.ts'
import { maxCommandsPerComment } from '../../src/domain/commands/parse-slash-commands.ts'
import { renderTable } from './markdown-table.ts'

/** `docs/commands.md`: what people write into threads, from the table that the parser and `/help` use. */
export function renderCommandsPage(): string {
  const rows = commandUsages.map(({ usage, does, role }) => [
    `\`${usage}\``,
    does,
    `\`${defaultConfiguration.roles[role]}\` (\`roles.${role}\`)`,
  ])
  return `# Commands

<!-- Made by \`npm run docs\` from src/domain/commands/command-usage.ts. Changes made here are lost. -->

Written into a comment on the issue, or on the pull request of a task.

${renderTable(['command', 'what it does', 'needs, unless configured'], rows)}

Putting the label \`${defaultConfiguration.label}\` on an issue does what \`/plan\` does.

## How they are read

- A command stands at the start of a line, in a paragraph of its own or among others. Lines in code, quotes, lists, tables, headings and HTML are no commands.
- Several may stand in one comment, each on its line; the first ${maxCommandsPerComment} are read, in order.
- \`/countersign approve T1\` is the long form of \`/approve T1\`, for repositories where other programs listen to slash commands too.
- On an issue with a plan the comment gets 👀 when at least one command was carried out, else 😕. A line says what came of it, where nothing else does (a plan, a verdict, the status); what couldn't be done is answered with the reason. One comment is answered with one.
- Who has no role here may ask for \`/help\`. Other commands of theirs are answered once in an issue, after that with 😕 alone.
- A full stop, a comma, \`please\` or \`thanks\` behind a command changes nothing, nor does a full-width slash (\`／\`). A remark may follow an approval: \`/approve plan@1a2b3c4 looks good\`. One that names something else or sets a condition is asked about instead; *no comments* is neither.
- In Chinese, too, with the same arguments: ${renderChineseNames()}. \`/批准 T1\` needs no space before the task.
- A word that is nearly a command is answered with the one that was probably meant, and with what stands behind it (\`/aprove T1 AC-2\`: \`/approve T1 AC-2\`); any other \`/word\`, and every path, is left alone.
- Behind the bot's name a command is one, too: \`@countersign /approve T1\`.
- Who speaks to the bot by its name without a slash (\`@countersign approve\`) is told the command that it may be; nothing is carried out. Thanks, and a mention that asks for nothing (*Thanks @countersign, great*, *cc @countersign*), are left alone. A hint is given, too, once in an issue, to who writes a command behind other words (*Looks good to me, /approve*) or one of other programs (\`/merge\`, \`/assign\` without a task), if they have a role. A comment that is nothing but a yes (*Yes, exactly!*, *LGTM*) is told the command for it where it answers what was asked: whether the issue was read right, whether the plan or a version is approved.
- Only comments as they were created count. Editing one does nothing.

## Who may

The role is looked up on GitHub, by user id, when the command is carried out. Bots are ignored unless their App's id is in \`bots\` of the [configuration](configuration.md).

In the pull request of a task, \`/approve\` and \`/reject <why>\` mean that task (\`/approve looks good\` too: what follows is a remark), and so do GitHub's own *Approve* and *Request changes*, from people with the role; who reviews without it is told once that it doesn't count. Closing that pull request without merging it rejects the version, too, of people with that role; closed by anybody else it is opened again. Merging it by hand approves the version of somebody who may \`/waive\`, didn't push it, and overrides nothing that a machine found; any other merge is looked at like a version, and taken out where it is rejected. An approval settles what a person has to judge; it lifts neither a criterion that failed by machine nor tests that failed.

A version in which a machine finds a blocker or major that fails is rejected at once; people are asked for the rest only of what machines let through. Asked is whom the plan names, else one of those who own what was changed by \`CODEOWNERS\`, else one of \`review.reviewers\`, else who approved the plan ([whose judgement is asked for](#whose-judgement-is-asked-for)); never who pushed the version, unless \`review.allow_self\` is set. In a repository of one person that setting is the way, and the plan says so. The issue, and the pull request, are assigned to whom they wait for, and to nobody back and forth: who has a part in it stays on until it ends ([decision 78](decisions/0078-who-is-needed-is-assigned-once.md), \`review.assign\`). Who approved the plan is asked to merge the final pull request.

Where an approved version and what was merged since changed the same file, git is tried first: what it merges without a conflict is a new version of the same person, judged like any other, unless its bytes are those that were approved. Else the pull request and the issue name tasks, files and three commands, and whoever made the version is mentioned once.

A judgement that names criteria is about those alone: \`/reject T4 AC-2 no header\`, \`/approve T4 AC-3\`, or a review on GitHub with *AC-2* in its text. The others stay as they were. A clause that says the opposite doesn't count: in changes requested with *AC-2 lacks a header. AC-3 is fine*, AC-3 is left open. Both ways may stand in one comment, each on its line. What a machine checks can't be approved by name; \`/waive\` lets it go.

### Whose judgement is asked for

\`review.ask\` of them (1) are asked, in this order, each once for a version:

1. whom the plan names for the task (\`reviewer: '@ada'\`);
2. who owns what the version changes by \`CODEOWNERS\`, read by GitHub's rules: the last line that matches counts (\`review.code_owners: false\` leaves it out);
3. \`review.reviewers\`;
4. who approved the plan.

The first group counts in which somebody can be asked. Of several it is who judged a version of the task before, then who has the fewest reviews open in the repository. Nobody is asked who pushed the version (\`review.allow_self\`), who may not judge here, or who is away:

\`\`\`yaml
review:
  reviewers: [ada, grace, acme/docs]
  away:
    - { who: ada, from: 2026-12-24, until: 2027-01-06 }
  escalate_to: acme/leads
  escalate_after_hours: 48
run:
  remind_after_hours: 24
\`\`\`

Whom a task waits for is reminded once, after \`run.remind_after_hours\`. A version that nobody judged for \`review.escalate_after_hours\` goes to \`review.escalate_to\` as well, once; who was asked before stays asked, and anybody with the role may judge it all the same.

A team is asked as a team, and GitHub spreads its reviews as its settings say. GitHub lets an App ask a team only with the permission *Organization members: read*, which Countersign does not ask for: grant it in the App's settings if you want that. Without it the team is named in the thread, and everybody else is asked as before.

## Words in them

- \`plan@1a2b3c4\`: the hash that the plan comment shows; 7 to 64 hex digits. If the plan or the issue's text is no longer what was read, the approval is refused and the difference shown.
- \`T1\`, \`T2.1\`: a task, as the plan comment names it.
- \`AC-2\`: a criterion of the task, as the plan comment names it; several may follow each other, also \`UNDOES-T1\`.
- \`<why>\` must be given, \`[why]\` may be.
`
}

function renderChineseNames(): string {
  const commands: Readonly<Record<string, readonly string[]>> = catalogues['zh-CN'].commands
  const names = [...new Set(commandUsages.map(({ name }) => name))]
  return names.map((name) => `\`/${commands[name]?.[0] ?? name}\` (\`/${name}\`)`).join(', ')
}
