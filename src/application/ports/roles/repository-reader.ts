/** The files of a repository as they are at one commit; nothing of it can be changed, run or fetched through this. */
export interface RepositoryReader {
  readonly commit: string
  /** Files and folders right below a folder (`''` is the top), by name; folders end in `/`. Undefined where there is no such folder. */
  list(folder: string): Promise<readonly string[] | undefined>
  /** Paths of all its files with their bytes; submodules and links are left out. `more` counts those beyond what is kept. */
  files(): Promise<{ files: ReadonlyMap<string, number>; more: number }>
  /** Text of a file, cut at `maxBytes`; undefined where there is no such file. */
  read(path: string, maxBytes: number): Promise<FileText | undefined>
  /** Lines that hold the text, in any letter case, below a folder or in a file. */
  search(text: string, below: string, mostLines: number): Promise<FoundLines>
}

/** `binary`: no text to be shown. */
export type FileText = { kind: 'text'; text: string; isCut: boolean } | { kind: 'binary'; bytes: number }

export interface FoundLines {
  lines: { path: string; line: number; text: string }[]
  /** There are more than these. */
  isCut: boolean
}
