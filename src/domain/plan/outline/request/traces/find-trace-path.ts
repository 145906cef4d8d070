import { looksLikePath } from '../../words/find-path-spans.ts'

/** Frames of JavaScript, Rust, Go, C and others; the file is in the first group that is there. */
const frame =
  /\bat (?:[^()\n]{1,200} )?\(?((?:file:\/\/)?[^\s():]{1,300}\.\w{1,5}):\d+|panicked at (?:'[^'\n]{0,200}', )?([^\s:]{1,300}\.rs):\d+|^[ \t]*([^\s:()]{1,300}\.(?:go|rs|c|cc|cpp|h|rb|php|swift|kt|scala)):\d+/gm
/** `#0 0x49a3d1 in parse_header /src/header.c:88:14`, as sanitizers and debuggers print it. */
const numbered = /^[ \t>|]*#\d{1,3} +(?:0x[\da-f]{1,16} +)?(?:in +)?\S[^\n]{0,300}? (\/?[^\s:()]{1,300}\.\w{1,5}):\d+/gm
const python = /^[ \t]*File "([^"\n]{1,300})", line \d+/gm
const inPackage =
  /^.*(?:\/node_modules\/(?:@[^/]+\/)?[^/]+\/|\/(?:site|dist)-packages\/|\/gems\/[^/]+\/|@v[^/]+\/|\/src\/[\w-]+(?:\.[\w-]+)+\/[^/]+\/[^/]+\/)/
/** How bundlers and servers of somebody's machine name a file. */
const served =
  /\b(?:webpack(?:-internal)?:\/\/(?:[\w@-]{1,60}\/|\/)?|https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/)(?:\.\/)?/g
const longest = 20_000

/** Erlang and Elixir name the files of a dependency as they name one's own. */
const shared = /\.(?:exs?|erl|hrl)$/
/** A path of somebody's machine. */
const rooted = /^(?:\/|[A-Z]:|file:)/i

/**
 * The file at which a stack trace begins, as its repository names it. Of `files` of the repository it is the longest end
 * of the frame's path that is one of them. Where nobody knows them, a path of somebody's machine or above the place where
 * they worked, and a name alone, could be any file: none of them is given.
 */
export function findTracePath(content: string, files?: ReadonlySet<string>): string[] {
  const frames = listFrames(content)
  const [first] = frames.flatMap((path) => {
    if (files === undefined) return shared.test(path) ? [] : nameFrame(path)
    const known = listEnds(path).find((end) => files.has(end))
    return known === undefined ? [] : [known]
  })
  return first === undefined ? [] : [first]
}

/** What the frames of the traces in a text may be called in a repository. */
export function listTraced(content: string): string[] {
  return [...new Set(listFrames(content).flatMap((path) => listEnds(path)))]
}

const foreign =
  /^(?:node:|<|internal\/)|^(?:rustc|\/rustc\/|\/usr\/lib\/go)|\/(?:compiler-rt|sysdeps|libsanitizer|glibc[^/]*)\/|sanitizer_common|\/(?:go(?:-?\d[\d.]*)?|libexec|x64)\/src\/[a-z\d]+\/|\/lib\/(?:python\d[\d.]*|ruby\/\d[\d.]*)\/(?!(?:site|dist)-packages|gems)|^(?:\.\/)?prog\.go$|^\/tmp\/(?!.*\/(?:site|dist)-packages\/)|\/sandbox\d{3,}\//

function listFrames(content: string): string[] {
  const text = content.slice(0, longest).replaceAll(served, '')
  const inward = [...text.matchAll(python)].map((match) => match[1] ?? '').toReversed()
  const frames = [...inward, ...[...text.matchAll(frame)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')]
  if (frames.length === 0) frames.push(...[...text.matchAll(numbered)].map((match) => match[1] ?? ''))
  return frames.filter((path) => !foreign.test(path)).map((path) => path.replaceAll('\\', '/'))
}

function nameFrame(path: string): string[] {
  const inside = inPackage.exec(path)
  if (inside === null && (rooted.test(path) || path.split('/').includes('..'))) return []
  const named = inside === null ? path.replace(/^\.\//, '') : path.slice(inside[0].length)
  return named.includes('/') && looksLikePath(named) ? [named] : []
}

/** The path and what is left of it without its first folders; a name alone only where no folder was told. */
function listEnds(path: string): string[] {
  const parts = path
    .replace(/^file:\/\//, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  const ends = parts.map((_, at) => parts.slice(at).join('/')).filter((end) => looksLikePath(end))
  // Below the root of a package a name alone is a whole path.
  const inside = inPackage.exec(path)
  const own = inside === null ? '' : path.slice(inside[0].length)
  return ends.filter((end) => end.includes('/') || end === own || parts.length === 1)
}
