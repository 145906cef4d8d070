/** A folded part. `summary` is HTML (of `neutraliseHtml` where it isn't ours), `body` Markdown. */
export function renderDetails(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`
}
