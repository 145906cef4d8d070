import { recordText } from '../language/message.ts'
import { schemaComment } from '../configuration/configuration-file.ts'
import { parseJson } from '../text/parse-json.ts'
import { codeOwnersPaths } from '../people/code-owners.ts'

/** What a repository has, as far as its setup is concerned. */
export interface RepositoryFacts {
  /** Paths at its top and in `.github` and `docs`, as `.github/CODEOWNERS`. */
  paths: ReadonlySet<string>
  /** Of `package.json`; null where there is none, or it is too large to be read. */
  packageJson: string | null
  makefile: string | null
  /** Names of its labels, as people have them. */
  labels: readonly string[]
}

export interface ProposedConfiguration {
  yaml: string
  /** What was found, a clause each: `tests by \`npm test\``. */
  found: string[]
}

/** A test command, what says that it is one, and whether it fetches packages first. */
interface TestCommand {
  command: string
  why: string
  fetches: boolean
}

const packageManagers: readonly (readonly [file: string, install: string, run: string])[] = [
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile', 'pnpm test'],
  ['yarn.lock', 'yarn install --frozen-lockfile', 'yarn test'],
  ['bun.lock', 'bun install --frozen-lockfile', 'bun run test'],
  ['package-lock.json', 'npm ci', 'npm test'],
]

const byFile: readonly (readonly [file: string, command: string, fetches: boolean])[] = [
  ['Cargo.toml', 'cargo test', true],
  ['go.mod', 'go test ./...', true],
  ['mvnw', './mvnw --batch-mode test', true],
  ['pom.xml', 'mvn --batch-mode test', true],
  ['gradlew', './gradlew test', true],
  ['tox.ini', 'tox', true],
  ['pytest.ini', 'python -m pytest', false],
  ['pyproject.toml', 'python -m pytest', false],
  ['mix.exs', 'mix test', true],
]

/** `.github/countersign.yml` as it could begin, made of what is there; everything in it may be left out. */
export function proposeConfiguration(facts: RepositoryFacts): ProposedConfiguration {
  const tests = findTests(facts)
  const owners = codeOwnersPaths.find((path) => facts.paths.has(path))
  const hasLabel = facts.labels.some((name) => name.toLowerCase() === 'countersign')
  const found = [
    ...(tests === undefined
      ? []
      : [recordText('tests by {code_lines} ({why})', { code_lines: `\`${tests.command}\``, why: tests.why })]),
    ...(owners === undefined
      ? []
      : [recordText('owners in {code_lines}: one of them is asked for a judgement', { code_lines: `\`${owners}\`` })]),
    ...(hasLabel ? [recordText('a label `countersign`, which starts planning')] : []),
  ]
  const lines = [
    schemaComment,
    '# Everything here may be left out: docs/configuration.md says what holds then.',
    '# label: countersign  # the label that has an issue planned',
    'run:',
    ...(tests === undefined
      ? ['  test_commands: []  # run once all tasks are approved']
      : [`  test_commands: [${JSON.stringify(tests.command)}]`]),
    `  network: ${tests?.fetches === true ? 'true  # the command above fetches packages' : 'false'}`,
    'review:',
    owners === undefined
      ? '  reviewers: []  # logins, or teams as acme/docs; who approved the plan where it is empty'
      : `  code_owners: true  # by ${owners}`,
    '  allow_self: false  # true where one person works alone',
  ]
  return { yaml: `${lines.join('\n')}\n`, found }
}

function findTests({ paths, packageJson, makefile }: RepositoryFacts): TestCommand | undefined {
  if (packageJson !== null && hasTestScript(packageJson)) {
    const manager = packageManagers.find(([file]) => paths.has(file))
    if (manager === undefined) return { command: 'npm test', why: '`package.json`', fetches: false }
    const [file, install, run] = manager
    return { command: `${install} && ${run}`, why: `\`package.json\` and \`${file}\``, fetches: true }
  }
  const known = byFile.find(([file]) => paths.has(file))
  if (known !== undefined) return { command: known[1], why: `\`${known[0]}\``, fetches: known[2] }
  const isTarget = makefile?.split('\n').some((line) => /^test\s*:(?!=)/.test(line)) === true
  return isTarget ? { command: 'make test', why: '`Makefile`', fetches: false } : undefined
}

/** That which npm writes into a new package says only that there are none. */
function hasTestScript(text: string): boolean {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || !('scripts' in value)) return false
  const { scripts } = value
  if (typeof scripts !== 'object' || scripts === null || !('test' in scripts)) return false
  return typeof scripts.test === 'string' && !scripts.test.includes('no test specified')
}
