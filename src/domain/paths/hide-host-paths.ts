/**
 * Absolute paths of Unix and Windows, but those that every system has, those that a confined command sees, and routes of
 * GitHub's behind a method.
 */
const hostPath =
  /(?<![\w:/.~@+-]|\b(?:GET|POST|PUT|PATCH|DELETE) )\/(?!(?:bin|dev|etc|lib|proc|repos|usr|work)\/)(?:[\w.@+-]+\/)+([\w.@+-]*)|(?<!\w)[A-Za-z]:\\(?:[^\\\s'"]+\\)*([^\\\s'"]*)/g

/** A fault as people may read it: of folders of the server's only the last name is left. Linear in the text. */
export function hideHostPaths(text: string): string {
  return text.replaceAll(hostPath, (_, unix?: string, windows?: string) => `…/${unix ?? windows ?? ''}`)
}
