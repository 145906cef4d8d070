import { expect, test } from 'vitest'
import { parseConfiguration } from '../../../src/domain/configuration/parse-configuration.ts'
import { proposeConfiguration, type RepositoryFacts } from '../../../src/domain/onboarding/propose-configuration.ts'

const propose = (paths: string[], more: Partial<RepositoryFacts> = {}) =>
  proposeConfiguration({ paths: new Set(paths), packageJson: null, makefile: null, labels: [], ...more })
const packageJson = JSON.stringify({ scripts: { test: 'vitest run' } })
const npmDefault = JSON.stringify({ scripts: { test: 'echo "Error: no test specified" && exit 1' } })

test.each<[string, string[], Partial<RepositoryFacts>, string[], boolean]>([
  ['npm', ['package.json', 'package-lock.json'], { packageJson }, ['npm ci && npm test'], true],
  ['pnpm', ['package.json', 'pnpm-lock.yaml'], { packageJson }, ['pnpm install --frozen-lockfile && pnpm test'], true],
  ['a package without a lock file', ['package.json'], { packageJson }, ['npm test'], false],
  ['a package that has no tests', ['package.json', 'package-lock.json'], { packageJson: npmDefault }, [], false],
  ['a package that is no JSON', ['package.json'], { packageJson: '{' }, [], false],
  ['Rust', ['Cargo.toml'], {}, ['cargo test'], true],
  ['Python', ['pyproject.toml'], {}, ['python -m pytest'], false],
  ['a Makefile with tests', ['Makefile'], { makefile: 'all:\n\ntest: all\n\tx\n' }, ['make test'], false],
  ['a Makefile with a variable of that name', ['Makefile'], { makefile: 'test := 1\n' }, [], false],
  ['nothing that is known', ['README.md'], {}, [], false],
])(
  'of %s a configuration is proposed that holds, with the tests that were found',
  (_what, paths, more, commands, network) => {
    const parsed = parseConfiguration(propose(paths, more).yaml)

    expect(parsed.ok && parsed.configuration.run).toMatchObject({ test_commands: commands, network })
  },
)

test('owners and a label of the name are seen', () => {
  const { found, yaml } = propose(['docs/CODEOWNERS'], { labels: ['Countersign'] })

  expect(found).toEqual([expect.stringContaining('`docs/CODEOWNERS`'), expect.stringContaining('`countersign`')])
  expect(yaml).toContain('code_owners: true')
})
