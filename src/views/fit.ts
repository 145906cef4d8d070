/** Room for a body: GitHub takes 65,536 characters, and the marker comes before it. */
export const commentLimit = 65_536 - 512

/** Output of a check run: summary and text each. */
export const checkOutputLimit = 65_535

/** A part of a body that is whole in each of its forms, longest first; '' leaves it out. */
export interface Block {
  forms: readonly [string, ...string[]]
}

/** A part that has one form only. */
export function block(...forms: [string, ...string[]]): Block {
  return { forms }
}

/**
 * The blocks in their longest forms that fit together, one line end between them. Shortened from the last block up,
 * form by form, so that nothing is ever cut inside a fence or tag; `note` follows when something was shortened.
 */
export function fitBlocks(blocks: readonly Block[], limit: number, note: string): string {
  const chosen = blocks.map((part) => part.forms[0])
  let length = measure(chosen)
  if (length <= limit) return join(chosen)
  length += note.length + 1
  const depth = Math.max(...blocks.map((part) => part.forms.length))
  for (let level = 1; level < depth; level += 1) {
    for (let index = blocks.length - 1; index >= 0 && length > limit; index -= 1) {
      const form = blocks[index]?.forms[level]
      const before = chosen[index]
      if (form === undefined || before === undefined) continue
      length += cost(form) - cost(before)
      chosen[index] = form
    }
  }
  return join([...chosen, note])
}

function cost(part: string): number {
  return part === '' ? 0 : part.length + 1
}

function measure(parts: readonly string[]): number {
  return parts.reduce((length, part) => length + cost(part), 0)
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}
