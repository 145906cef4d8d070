const extensions = new Set(
  (
    'c cc cfg cjs conf cpp cs css csv cts dart env ex exs go gradle graphql h hpp html ini ipynb java js json jsonc jsx kt ' +
    'less lock lua md mdx mjs mts php pl properties proto ps1 py r rb rs rst sass scala scss sh sql svelte svg swift tf ' +
    'toml ts tsx txt vue xml yaml yml zig'
  ).split(' '),
)
const folders = new Set(
  'api app apps assets bench bin cmd config docs examples include internal lib packages pkg public scripts spec src test tests tools web'.split(
    ' ',
  ),
)
/** `.editorconfig`, `.gitignore`, `.nvmrc`. */
const dotFile = /^\.[a-z][\w-]{0,30}(?:rc|ignore|config|attributes|modules|versions?)$/
const bareNames =
  /^(?:Dockerfile|Makefile|Rakefile|Gemfile|Procfile|LICENSE|NOTICE|README|CHANGELOG|CODEOWNERS|AUTHORS|CONTRIBUTORS|VERSION)$/
/** Files that go by their name alone; `Node.js` is none. */
const knownFiles =
  /^(?:[A-Z]{3,}(?:[-_][A-Z]+)*\.(?:md|txt|rst)|package\.json|tsconfig\.json|Cargo\.toml|pyproject\.toml|go\.mod|requirements\.txt|setup\.py|pom\.xml|composer\.json)$/

/** Code spans of a text that name a file or folder (a trailing `/`, a usual folder, or a file type), each once. */
export function findPathSpans(text: string): string[] {
  const paths = findCodeSpans(text).filter((span) => looksLikePath(span))
  return [...new Set(paths.map((path) => withoutHere(path)))]
}

/** `src/a.ts#L88-L90`. */
const lines = /#L\d{1,7}(?:-L?\d{1,7})?$/

/** Words of a sentence outside of code spans that can be nothing but a file: a folder, a name, a file type. */
export function findBarePaths(text: string): string[] {
  const words = text.replaceAll(/`[^`\n]*`/g, ' ').split(/[\s,;，；、()（）"“”'：:]+/)
  const paths = words
    .map((word) => word.replace(/(?<![.。!?])[.。!?]+$/, '').replace(lines, ''))
    .filter((word) => isBarePath(word))
  return [...new Set(paths)]
}

function isBarePath(word: string): boolean {
  if (word.length < 50 && (knownFiles.test(word) || dotFile.test(word))) return true
  return word.length < 300 && /^[\w.-]+(?:\/[\w.@-]+)*\/[\w.@-]+\.\w+$/.test(word) && looksLikePath(word)
}

/** `./setup.sh` is `setup.sh`. */
export function withoutHere(path: string): string {
  return path.replace(/^\.\/(?=.)/, '')
}

export function findCodeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map((match) => (match[1] ?? '').trim())
}

/** `src/`, `docs/errors.md`, `package.json`: a path. `npm test`, `Math.max`, `application/json`, `/users/:id`: none. */
export function looksLikePath(span: string): boolean {
  if (!/^[\w.@+~*[\]-][\w./@+~*?{},[\]-]*$/.test(span) || span.includes('//')) return false
  if (span.endsWith('/') || bareNames.test(span) || dotFile.test(span)) return true
  const segments = span.split('/')
  const name = segments.at(-1) ?? ''
  // `.mjs` is a kind of files; `.env` is one.
  const extension = name.includes('.', name === '.env' ? 0 : 1)
    ? name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    : ''
  if (extensions.has(extension)) return true
  return segments.length > 1 && (folders.has(segments[0] ?? '') || (segments[0] ?? '').startsWith('.'))
}
