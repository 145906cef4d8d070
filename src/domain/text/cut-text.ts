/** At most so many characters, the last of them an ellipsis where text is left out; never half of a character. */
export function cutText(text: string, limit: number): string {
  return (text.length > limit ? `${text.slice(0, limit - 1)}…` : text).toWellFormed()
}
