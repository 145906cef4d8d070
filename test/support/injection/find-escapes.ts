interface Message {
  role: string
  content: unknown
}

/**
 * Messages of a call in chat completions in which a text of others stands outside of a marked block, by a text that is in
 * it (`ref`). What the model itself said may hold anything. Blocks are read as a model reads them: one ends at the first
 * end with its own mark, and the mark is the one that our rules name.
 */
export function findEscapes(messages: readonly Message[], ref: string): string[] {
  const told = messages
    .filter(({ role }) => role !== 'assistant')
    .map(({ role, content }) => ({ role, text: textOf(content) }))
  const marks = new Set(
    told.map(({ text }) => /between `<data ([0-9a-f]{16})/.exec(text)?.[1]).filter((one) => one !== undefined),
  )
  if (marks.size !== 1) return [`its rules name ${marks.size} marks`]
  const [mark = ''] = marks
  return told
    .filter(({ text }) => withoutBlocks(text, mark).includes(ref))
    .map(({ role, text }) => `${role}: ${showAround(withoutBlocks(text, mark), ref)}`)
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('\n') : ''
}

function withoutBlocks(text: string, mark: string): string {
  const [before = '', ...blocks] = text.split(`<data ${mark} `)
  return [before, ...blocks.map((block) => block.split(`</data ${mark}>`).slice(1).join(''))].join('')
}

function showAround(text: string, ref: string): string {
  const at = text.indexOf(ref)
  return JSON.stringify(text.slice(Math.max(0, at - 80), at + 80))
}
