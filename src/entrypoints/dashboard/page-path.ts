import { issuesPage } from '../../views/dashboard/links.ts'

/** `ISS-007/T1.html` of the address of a page, below so many folders; undefined of one that nobody writes. */
export function readPagePath(url: string, below: number): string | undefined {
  try {
    const [, ...folders] = decodeURI(new URL(url).pathname).split('/')
    return folders
      .slice(below)
      .join('/')
      .replace(/(^|\/)$/, `$1${issuesPage}`)
  } catch {
    return undefined
  }
}
