/** A deliberate mistake in one source file. */
export interface Defect {
  name: string
  seed: number
  /** Below `src/`. */
  file: string
  /** Stands exactly once in the file. */
  find: string
  replace: string
}

/** The source with the mistake; throws where the file has moved on and the defect is out of date. */
export function plantDefect({ name, file, find, replace }: Defect, source: string): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`the defect "${name}" is out of date: its text stands ${times} times in src/${file}`)
  return source.replace(find, () => replace)
}
