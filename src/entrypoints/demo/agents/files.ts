/** What the model writes at first: hours at most. */
export const firstVersion = `/** Seconds as text, such as "1 h 30 min" or "5 s". */
export function formatDuration(seconds) {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  if (hours > 0) return \`\${hours} h \${minutes} min\`
  if (minutes > 0) return \`\${minutes} min \${seconds % 60} s\`
  return \`\${seconds} s\`
}
`

export const hoursTest = `import assert from 'node:assert/strict'
import test from 'node:test'
import { formatDuration } from '../src/duration.js'

test('says hours and minutes', () => {
  assert.equal(formatDuration(5400), '1 h 30 min')
})
`

export const secondVersion = `/** Seconds as text in their two largest units, such as "1 d 1 h" or "5 s". */
export function formatDuration(seconds) {
  const days = Math.floor(seconds / 86400)
  const hours = Math.floor((seconds % 86400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  if (days > 0) return \`\${days} d \${hours} h\`
  if (hours > 0) return \`\${hours} h \${minutes} min\`
  if (minutes > 0) return \`\${minutes} min \${seconds % 60} s\`
  return \`\${seconds} s\`
}
`

export const wordsTest = `${hoursTest}
test('says days and hours, and leaves out what is below', () => {
  assert.equal(formatDuration(90061), '1 d 1 h')
})
`

export const readmeLine =
  'Two units at most: days and hours (`1 d 1 h`), hours and minutes (`1 h 30 min`), minutes and seconds, or seconds.'

/** As people write: no form, no list, no path but what they call. */
export const proseIssue = {
  title: "Long durations can't be read",
  body: `\`formatDuration(90061)\` says \`90061 s\`, and nobody can read that. I would expect \`1 d 1 h\`: days and hours from a day on, hours and minutes from an hour on, minutes and seconds below.

The README should say which unit is used when.
`,
}

/** Who plans, works and judges in that repository. */
export const configuration = `agents:
  planner: model
  executor_model: writer
  reviewer_model: reviewer
run:
  default_executor: model
`
