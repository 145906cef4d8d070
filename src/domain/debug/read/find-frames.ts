/** A place on a stack. `path` is as the runner spells it. */
export interface Frame {
  path: string
  line: number
}

const maxFrames = 60
const maxText = 60_000

const python = /File "([^"\n]{1,300})", line (\d{1,7})/
const located = /((?:file:\/\/)?(?:[A-Za-z]:)?[\w@.+~/\\-]{0,300}[\w-]\.[A-Za-z]\w{0,4}):(\d{1,7})(?!\w)/
const shell = /([\w@.+~/-]{1,300}): line (\d{1,7}):/

/**
 * Places in a text, nearest to the fault first: V8, Go, pytest's short lines, TAP's `at:`, a shell's `line 3:`, and
 * `file:line` of any tool. Python tells the nearest last: its runs of frames are turned around.
 */
export function findFrames(text: string): Frame[] {
  const frames: Frame[] = []
  let traceback: Frame[] = []
  const flush = () => {
    frames.push(...traceback.toReversed())
    traceback = []
  }
  for (const whole of text.slice(-maxText).split('\n')) {
    const line = whole.slice(0, 2_000)
    const inPython = python.exec(line)
    if (inPython !== null) {
      traceback.push(readFrame(inPython))
      continue
    }
    if (/^\S/.test(line)) flush()
    const found = located.exec(line) ?? shell.exec(line)
    if (found !== null) frames.push(readFrame(found))
    if (frames.length > maxFrames) break
  }
  flush()
  return frames.filter(isOwn).slice(0, maxFrames)
}

function readFrame([, path = '', line = '']: RegExpExecArray): Frame {
  return { path: path.replace(/^file:\/\//, '').replaceAll('\\', '/'), line: Number(line) }
}

/** Not of a dependency, nor of the runtime. */
function isOwn({ path, line }: Frame): boolean {
  return line > 0 && !/(?:^|\/)(?:node_modules|site-packages|lib\/python[\d.]+|usr\/lib)\//.test(path)
}

/** The known path that a runner means by its own spelling: the longest that it ends with. */
export function findPath(spelled: string, paths: Iterable<string>): string | undefined {
  let best: string | undefined
  const normal = spelled.replace(/^(?:\.\/)+/, '')
  for (const path of paths) {
    const isMeant = normal === path || normal.endsWith(`/${path}`) || path.endsWith(`/${normal}`)
    if (isMeant && (best === undefined || path.length > best.length)) best = path
  }
  return best
}
