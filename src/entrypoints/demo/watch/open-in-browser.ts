import { spawn } from 'node:child_process'

/** What opens an address on this machine; undefined where nobody would see it. */
function findOpener(env: Record<string, string | undefined>): readonly [string, ...string[]] | undefined {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '']
  const hasScreen = (env['DISPLAY'] ?? env['WAYLAND_DISPLAY'] ?? '') !== ''
  return hasScreen ? ['xdg-open'] : undefined
}

/** Opens a page where there is a browser; the address stands in the terminal all the same. */
export function openInBrowser(url: string, env: Record<string, string | undefined>): void {
  const [program, ...words] = findOpener(env) ?? []
  if (program === undefined) return
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
