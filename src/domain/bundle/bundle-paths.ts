/**
 * What is wrong with a set of paths that should be written into one folder, on any file system; empty when nothing is.
 * Two that differ only in case or Unicode form count as one, and so do a file and a folder of the same name (design 7.1).
 */
export function findPathProblems(paths: readonly string[]): string[] {
  const problems: string[] = []
  const files = new Map<string, string>()
  for (const path of paths) {
    const problem = findShapeProblem(path)
    if (problem !== undefined) problems.push(`${JSON.stringify(path)} ${problem}`)
    const folded = foldPath(path)
    const other = files.get(folded)
    if (other !== undefined) problems.push(`${JSON.stringify(path)} and ${JSON.stringify(other)} are one file`)
    files.set(folded, path)
  }
  for (const [folded, path] of files) {
    for (let slash = folded.indexOf('/'); slash !== -1; slash = folded.indexOf('/', slash + 1)) {
      const file = files.get(folded.slice(0, slash))
      if (file !== undefined)
        problems.push(`${JSON.stringify(file)} is both a file and the folder of ${JSON.stringify(path)}`)
    }
  }
  return problems
}

/** The same for all spellings that some file system takes for one. Upper case first: it folds "ß" and "ﬁ". */
export function foldPath(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

function findShapeProblem(path: string): string | undefined {
  if (path === '') return 'is empty'
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return 'has a control character or a backslash'
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is absolute'
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'has an empty or relative part'
    if (part.toLowerCase() === '.git') return 'is git metadata'
  }
  return undefined
}
