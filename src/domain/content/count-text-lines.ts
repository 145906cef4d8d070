/** Lines as an editor counts them: what ends the last line begins no other. */
export function countTextLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}
