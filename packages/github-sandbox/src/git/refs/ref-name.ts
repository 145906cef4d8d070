/** The rules of `git check-ref-format` for a full name such as `refs/heads/x`. */
export function isRefName(ref: string): boolean {
  return (
    /^refs\/[^/]+(?:\/[^/]+)+$/.test(ref) &&
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\.$/.test(ref) &&
    ref.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  )
}
