const folded: Readonly<Record<string, string>> = { '、': ',', '。': '.', '　': ' ', '【': '[', '】': ']', '～': '~' }

/**
 * Full-width marks, digits and letters as their half-width ones, so that `（0.5 天）：` reads like `(0.5 天):`. Code spans
 * stay as they are, and the length does: an offset in the answer is one in the text.
 */
export function foldMarks(text: string): string {
  return text.replaceAll(/`[^`\n]*`|[\uFF01-\uFF5D、。　【】～]/g, (found) => {
    if (found.length > 1) return found
    return folded[found] ?? String.fromCharCode(found.charCodeAt(0) - 0xfee0)
  })
}
