/**
 * What some file system may take a path for: NFKC, invisible code points dropped (HFS+), letter case folded, trailing
 * dots, spaces and streams dropped from each segment (NTFS), and look-alike slashes as slashes. For comparing only.
 */
export function canonicalPath(path: string): string {
  const folded = foldCase(path.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''))

  return folded
    .normalize('NFKC')
    .split(/[/\\]/)
    .map((segment) => segment.replace(/(?<=.):.*$/s, '').replace(/[. ]+$/, ''))
    .join('/')
}

/** Equal for paths that a case-insensitive, normalising file system can't tell apart. */
export function collisionKey(path: string): string {
  return foldCase(path.normalize('NFC')).normalize('NFC')
}

/** Upper case first: that way `ß` meets `ss`, and the dotless `ı` meets `i`. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase()
}
