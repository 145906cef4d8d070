const maxLinks = 400
const endings = ['', '.js', '.ts', '.mjs', '.cjs', '.tsx', '.jsx', '.json', '/index.js', '/index.ts']

/**
 * Paths that a source may mean when it imports, sources or reads another file: candidates, relative to the
 * repository, most of which exist nowhere. By JavaScript's and Python's imports, and any path in its text.
 */
export function findLinks(path: string, text: string): string[] {
  const folder = path.split('/').slice(0, -1)
  const links = new Set<string>()
  const add = (segments: readonly string[]) => {
    const resolved = resolve(segments)
    if (resolved !== undefined && resolved !== path && links.size < maxLinks) links.add(resolved)
  }
  const addBoth = (name: string, ends: readonly string[]) => {
    for (const end of ends) {
      add([...folder, ...`${name}${end}`.split('/')])
      if (!name.startsWith('.')) add(`${name}${end}`.split('/'))
    }
  }
  for (const [, module = '', names = ''] of text.matchAll(
    /^[ \t]*(?:from[ \t]+([\w.]{1,200})[ \t]+)?import[ \t]+([\w., *]{1,300})/gm,
  )) {
    if (path.endsWith('.py')) for (const one of pythonModules(module, names)) addBoth(one, ['.py', '/__init__.py'])
  }
  for (const [, quoted = ''] of text.matchAll(/['"`]([\w@.$/-]{2,200})['"`]/g)) {
    if (/^\.{1,2}\//.test(quoted)) addBoth(quoted, endings)
    else if (/[\w-]\.[a-z]{1,5}$/.test(quoted)) addBoth(quoted, [''])
  }
  for (const [, word = ''] of text.matchAll(
    /(?:^|[\s"'=(}])((?:[\w.-]+\/)*[\w-]+\.(?:sh|bash|awk|sed|txt|csv|json|ya?ml|conf|env))\b/gm,
  ))
    addBoth(word, [''])
  for (const [, word = ''] of text.matchAll(/\$\{?\w+\}?"?\/((?:[\w.-]+\/)*[\w.-]+)/g)) addBoth(word, [''])
  return [...links]
}

function pythonModules(module: string, names: string): string[] {
  const listed = names.split(',').map((name) => name.trim().split(/\s/)[0] ?? '')
  if (module === '') return listed.map((name) => name.replaceAll('.', '/'))
  const base = module.startsWith('.') ? `./${module.slice(1).replaceAll('.', '/')}` : module.replaceAll('.', '/')
  return [base, ...listed.map((name) => `${base}/${name}`)]
}

function resolve(segments: readonly string[]): string | undefined {
  const kept: string[] = []
  for (const part of segments) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      if (kept.pop() === undefined) return undefined
    } else kept.push(part)
  }
  return kept.length === 0 ? undefined : kept.join('/')
}
