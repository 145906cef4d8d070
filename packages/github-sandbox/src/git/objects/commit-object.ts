import type { CommitData, Signature } from '../../handler/git-store.ts'

/** Parses a raw commit; signatures and other extra headers are passed over. */
export function parseCommit(sha: string, bytes: Buffer): CommitData {
  const text = bytes.toString('utf8')
  const end = text.indexOf('\n\n')
  const commit = { sha, tree: '', parents: [] as string[], message: end < 0 ? '' : text.slice(end + 2) }
  let author = unknownSignature
  let committer = unknownSignature
  for (const line of text.slice(0, end < 0 ? undefined : end).split('\n')) {
    const space = line.indexOf(' ')
    const value = line.slice(space + 1)
    const header = line.slice(0, space)
    if (header === 'tree') commit.tree = value
    if (header === 'parent') commit.parents.push(value)
    if (header === 'author') author = parseSignature(value)
    if (header === 'committer') committer = parseSignature(value)
  }

  return { ...commit, author, committer }
}

/** The bytes of a commit object. Dates are ISO 8601 and kept to the second, in UTC as GitHub shows them. */
export function renderCommit(commit: Omit<CommitData, 'sha'>): Buffer {
  return Buffer.from(
    [
      `tree ${commit.tree}`,
      ...commit.parents.map((parent) => `parent ${parent}`),
      `author ${renderSignature(commit.author)}`,
      `committer ${renderSignature(commit.committer)}`,
      '',
      commit.message,
    ].join('\n'),
  )
}

/** `Name <email> seconds +0000`; characters that would break the line are left out, as git does. */
export function renderSignature(signature: Signature): string {
  const clean = (text: string) => text.replaceAll(/[<>\n\0]/g, '').trim()
  const seconds = Math.floor(Date.parse(signature.date) / 1000)

  return `${clean(signature.name) || 'unknown'} <${clean(signature.email)}> ${seconds} +0000`
}

const unknownSignature: Signature = { name: 'unknown', email: '', date: '1970-01-01T00:00:00Z' }

function parseSignature(text: string): Signature {
  const found = /^([^<]*?) ?<([^>]*)> (-?\d+)/.exec(text)
  if (found === null) return unknownSignature
  const date = new Date(Number(found[3]) * 1000).toISOString().replace('.000Z', 'Z')

  return { name: found[1] ?? '', email: found[2] ?? '', date }
}
