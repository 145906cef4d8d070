/** `SKILL.md` with findings of several kinds: no end to its loop, tools that it may not use, state in three files. */
export const faultySkill = `---
name: writer
allowed-tools: Read
---
# Writer

\`\`\`js
while (!done) {
  const r = await Task({ prompt: \`Write. \${Read('spec.md')}\` })
  history.push(r.text)
  Write('state.json', a); Write('config.json', b); Write('progress.json', c)
}
\`\`\`
`
