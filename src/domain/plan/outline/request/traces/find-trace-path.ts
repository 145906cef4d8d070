import { looksLikePath } from '../../words/find-path-spans.ts'

/** Frames of JavaScript, Rust, Go, C and others; the file is in the first group that is there. */
const frame =
  /\bat (?:[^()\n]{1,200} )?\(?((?:file:\/\/)?[^\s():]{1,300}\.\w{1,5}):\d+|panicked at (?:'[^'\n]{0,200}', )?([^\s:]{1,300}\.rs):\d+|^[ \t]*([^\s:()]{1,300}\.(?:go|rs|c|cc|cpp|h|rb|php|swift|kt|scala)):\d+/gm
/** `#0 0x49a3d1 in parse_header /src/header.c:88:14`, as sanitizers and debuggers print it. */
const numbered = /^[ \t>|]*#\d{1,3} +(?:0x[\da-f]{1,16} +)?(?:in +)?\S[^\n]{0,300}? (\/?[^\s:()]{1,300}\.\w{1,5}):\d+/gm
const python = /^[ \t]*File "([^"\n]{1,300})", line \d+/gm
const inPackage =
  /^.*(?:\/node_modules\/(?:@[^/]+\/)?[^/]+\/|\/(?:site|dist)-packages\/|\/gems\/[^/]+\/|@v[^/]+\/|\/src\/[\w-]+(?:\.[\w-]+)+\/[^/]+\/[^/]+\/)/
const usual = /(?:^|\/)((?:src|lib|app|packages|pkg|cmd|internal|source|server|client|core)\/.*)$/
/** How bundlers and servers of somebody's machine name a file. */
const served =
  /\b(?:webpack(?:-internal)?:\/\/(?:[\w@-]{1,60}\/|\/)?|https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/)(?:\.\/)?/g
const longest = 20_000

/**
 * The file at which a stack trace begins, as its repository would name it: without the folder of somebody's machine, and
 * of an installed package what is inside of it. None where the text holds no trace.
 */
export function findTracePath(content: string): string[] {
  const text = content.slice(0, longest).replaceAll(served, '')
  const inward = [...text.matchAll(python)].map((match) => match[1] ?? '').toReversed()
  const frames = [...inward, ...[...text.matchAll(frame)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')]
  if (frames.length === 0) frames.push(...[...text.matchAll(numbered)].map((match) => match[1] ?? ''))
  const foreign =
    /^(?:node:|<|internal\/)|^(?:rustc|\/rustc\/|\/usr\/lib\/go)|\/(?:compiler-rt|sysdeps|libsanitizer|glibc[^/]*)\/|sanitizer_common|\/(?:go(?:-?\d[\d.]*)?|libexec|x64)\/src\/[a-z\d]+\/|\/lib\/(?:python\d[\d.]*|ruby\/\d[\d.]*)\/(?!(?:site|dist)-packages|gems)|^(?:\.\/)?prog\.go$|^\/tmp\/(?!.*\/(?:site|dist)-packages\/)|\/sandbox\d{3,}\//
  const [first] = frames.filter((path) => !foreign.test(path)).flatMap((path) => shortenFrame(path))
  return first === undefined ? [] : [first]
}

function shortenFrame(raw: string): string[] {
  const path = raw.replace(/^file:\/\//, '').replaceAll('\\', '/')
  const isAbsolute = path.startsWith('/') || /^[A-Z]:/i.test(path)
  const inside = inPackage.exec(path)
  const named =
    inside !== null
      ? path.slice(inside[0].length)
      : isAbsolute
        ? (usual.exec(path)?.[1] ?? path.slice(path.lastIndexOf('/') + 1))
        : path.replace(/^\.\//, '')
  return looksLikePath(named) ? [named] : []
}
