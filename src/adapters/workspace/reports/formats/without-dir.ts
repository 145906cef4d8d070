/** Where a command sees its work tree in isolation. */
const isolatedDir = '/work'

/** Paths in the work tree as the repository has them: where it lies on the server is nobody's business. */
export function withoutDir(text: string, dir: string): string {
  return [dir, isolatedDir].reduce((rest, one) => {
    const escaped = one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    return rest.replaceAll(new RegExp(String.raw`(?:file://|(?<![\w./-]))${escaped}/`, 'g'), '')
  }, text)
}
