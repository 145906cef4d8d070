/** What no browser breaks: letters, digits and marks without a space. A hyphen and characters beyond ASCII may be broken at. */
const unbroken = /[!-,.-_a-~]+/g

/**
 * No run that can't be broken is longer than `limit`: in a table it would push the other columns off a phone. Of a path
 * its end stays.
 */
export function shortenWords(text: string, limit: number): string {
  return text.replace(unbroken, (run) => (run.length <= limit ? run : shortenRun(run, limit)))
}

function shortenRun(run: string, limit: number): string {
  const at = run.indexOf('/', run.length - limit + 1)
  return at > 0 && at < run.length - 1 ? `…${run.slice(at)}` : `${run.slice(0, limit - 1)}…`
}
