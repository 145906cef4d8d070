/**
 * An issue of so many tasks with their work spelled out and criteria that a machine judges without running anything. The
 * first half is independent; each task of the second half waits for the one before it.
 * Where the branch has the files of `folder` already, there is nothing to do.
 */
export function outlineIssue(tasks: number, folder = 'notes'): { title: string; body: string } {
  const numbers = Array.from({ length: tasks }, (_, index) => index + 1)
  const lines = numbers.map((number) => {
    const after = number > Math.ceil(tasks / 2) && number > 1 ? `, after T${number - 1}` : ''
    const path = `${folder}/${number}.md`
    return `- [ ] T${number}: Write note ${number} in \`${path}\`${after}\n  - Acceptance:\n    - \`${path}\` contains \`note ${number}.\``
  })
  const works = numbers.map(
    (number) => `T${number}:\n\n\`\`\`md path=${folder}/${number}.md\nThis is note ${number}.\n\`\`\``,
  )
  const body = [lines.join('\n'), '## Acceptance', `- [ ] \`${folder}/1.md\` exists`, ...works].join('\n\n')
  return { title: `Write ${tasks} notes`, body: `${body}\n` }
}
