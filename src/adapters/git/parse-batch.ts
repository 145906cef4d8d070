/** What `git cat-file --batch` printed: the bytes of each blob that was asked for, null where there is none. */
export function parseBatch(output: Buffer): (Buffer | null)[] {
  const found: (Buffer | null)[] = []
  let at = 0
  while (at < output.length) {
    const end = output.indexOf('\n', at)
    if (end === -1) break
    const head = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.toString('utf8', at, end))
    at = end + 1
    if (head === null) {
      found.push(null)
      continue
    }
    const size = Number(head[2])
    found.push(head[1] === 'blob' ? output.subarray(at, at + size) : null)
    at += size + 1
  }
  return found
}
