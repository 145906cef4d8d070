/** A task as people write it in an issue: a list item with its criteria, and a fence with its work. */
export interface WrittenTask {
  id: string
  title?: string
  path: string
  /** A whole file for the patch executor. */
  content?: string
  /** A command for the shell executor. */
  run?: string
  after?: string
  /** Where left out: that the file exists. */
  criteria?: string[]
}

/** The text of an issue with a task list, as in `examples/`. */
export function writeIssue(tasks: readonly WrittenTask[]): string {
  const items = tasks.flatMap(({ id, title, path, after, run, criteria }) => [
    `- [ ] ${id}: ${title ?? 'Write'} \`${path}\`${run === undefined ? '' : ' (executor: shell)'}${after === undefined ? '' : `, after ${after}`}`,
    '  - Acceptance:',
    ...(criteria ?? [`\`${path}\` exists`]).map((criterion) => `    - ${criterion}`),
  ])
  const work = tasks.flatMap(({ id, path, content, run }) => {
    if (run !== undefined) return [`${id}:`, '', '```sh run', run, '```', '']
    return content === undefined ? [] : [`${id}:`, '', `\`\`\`txt path=${path}`, content, '```', '']
  })
  return [...items, '', ...work].join('\n')
}
