/**
 * True for letters, digits, `_` and `-` with single dots and slashes between them. Such a path is itself on every file
 * system, but for letter case; nearly all are, and it spares them the closer looks.
 */
export function isPlainPath(path: string): boolean {
  return /^[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*$/.test(path)
}

/**
 * What some file system may take a path for: NFKC, invisible code points dropped (HFS+), letter case folded, trailing
 * dots, spaces and streams dropped from each segment (NTFS), and look-alike slashes as slashes. For comparing only.
 */
export function canonicalPath(path: string): string {
  if (isPlainPath(path)) return path.toLowerCase()
  const folded = foldCase(path.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''))

  return folded
    .normalize('NFKC')
    .split(/[/\\]/)
    .map((segment) => segment.replace(/(?<=.):.*/s, '').replace(/(?<![. ])[. ]+$/, ''))
    .join('/')
}

/** Equal for paths that a case-insensitive, normalising file system can't tell apart. */
export function collisionKey(path: string): string {
  if (isPlainPath(path)) return path.toLowerCase()
  return foldCase(path.normalize('NFC')).normalize('NFC')
}

/** Upper case first: that way `ß` meets `ss`, and the dotless `ı` meets `i`. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase()
}
