import { fc, test } from '../../support/property.ts'
import { describe, expect } from 'vitest'
import { createPathMatcher } from '../../../src/domain/paths/path-pattern.ts'
import { createDeniedMatcher } from '../../../src/domain/paths/denied-path.ts'
import { findPathFaults, type PathEntry, type PathFault } from '../../../src/domain/paths/path-policy.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../support/measure/measure-growth.ts'

const policy = { scope: [], denied: ['secrets/', '**/*.pem'], maxFileBytes: 1000, maxFiles: 100 }

function entry(path: string, overrides: Partial<PathEntry> = {}): PathEntry {
  return { path, mode: '100644', size: 10, status: 'added', ...overrides }
}

function codes(paths: readonly string[], scope: readonly string[] = []): PathFault['code'][] {
  return findPathFaults(
    paths.map((path) => entry(path)),
    { ...policy, scope },
  ).map(({ code }) => code)
}

/** Names that some file system or some program takes for another. */
const hostileSegment = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    '.git',
    '.GIT',
    'git~1',
    '.gitmodules',
    '.github',
    'CODEOWNERS',
    'AGENTS.md',
    '…',
    '‥',
  ),
  fc.constantFrom(
    'a',
    'A',
    'a ',
    'a.',
    'ß',
    'SS',
    'é',
    'e\u0301',
    'ﬁ',
    'fi',
    'a\0',
    'a\nb',
    'a\\b',
    'C:',
    'x:y',
    '\uD800',
  ),
  fc.constantFrom('.g\u200Cit', '．git', '.ｇｉｔ', 'CLAUDE.md.', 'Claude.MD ', 'docs／CODEOWNERS', 'ABCDEF~1.TXT'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const hostilePath = fc.array(hostileSegment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'))
const hostileEntry = fc.record({
  path: hostilePath,
  mode: fc.constantFrom('100644', '100755', '120000', '160000', '040000', null),
  size: fc.integer({ min: 0, max: 2000 }),
  status: fc.constantFrom('added' as const, 'modified' as const),
})

describe('hostile trees', () => {
  test.prop([fc.uniqueArray(hostileEntry, { selector: ({ path }) => path, maxLength: 8 })], { numRuns: 2000 })(
    'what passes is plain, regular, small and nothing of git',
    (entries) => {
      const refused = new Set(findPathFaults(entries, policy).map(({ path }) => path))

      const passed = entries.filter(({ path }) => !refused.has(path))
      for (const { path, mode, size } of passed) {
        expect(path).not.toMatch(/^\/|\\|\p{Cc}|^[a-z]:|\/\/|\/$|^$/iu)
        expect(path.split('/')).not.toContain('..')
        expect(path.split('/')).not.toContain('.')
        expect(path.toLowerCase()).not.toMatch(
          /(^|\/)\.git|(^|\/)git~|^(docs\/)?codeowners$|agents\.md|^warp\.md|\.mdc$/,
        )
        expect(path.isWellFormed()).toBe(true)
        expect(['100644', '100755']).toContain(mode)
        expect(size).toBeLessThanOrEqual(policy.maxFileBytes)
      }
    },
  )

  test.prop([fc.uniqueArray(hostilePath, { maxLength: 12 })], { numRuns: 2000 })(
    'no two added paths that pass are equal after case folding and NFC',
    (paths) => {
      const refused = new Set(
        findPathFaults(
          paths.map((path) => entry(path)),
          policy,
        ).map(({ path }) => path),
      )

      const passed = paths.filter((path) => !refused.has(path)).map((path) => path.normalize('NFC').toLowerCase())
      expect(new Set(passed).size).toBe(passed.length)
    },
  )

  test.prop([fc.array(hostileEntry, { maxLength: 8 })])('the same entries give the same faults', (entries) => {
    expect(findPathFaults(entries, policy)).toEqual(findPathFaults(entries, policy))
  })
})

describe('denied paths', () => {
  const invisible = fc.constantFrom('', '', '', '\u200B', '\u200D', '\u00AD', '\uFEFF', '\u2060', '\u{E0041}', '\uFE0F')
  const spelled = (path: string) =>
    fc
      .array(fc.tuple(fc.constantFrom('same', 'upper', 'lower', 'wide'), invisible), {
        minLength: path.length,
        maxLength: path.length,
      })
      .map((changes) => changes.map(([change, mark], at) => respell(path.charAt(at), change) + mark).join(''))
  const deniedPath = fc.constantFrom(
    '.github/workflows/x.yml',
    'CODEOWNERS',
    'docs/CODEOWNERS',
    'AGENTS.md',
    'packages/web/CLAUDE.md',
    'GEMINI.md',
    'QWEN.md',
    '.cursorrules',
    '.cursor/rules/all.mdc',
    '.claude/settings.json',
    '.codex/config.toml',
    '.gemini/settings.json',
    '.qwen/settings.json',
    'copilot-instructions.md',
    '.vscode/mcp.json',
    '.vscode/settings.json',
    'packages/web/opencode.json',
    'crates/core/.rules',
    'WARP.md',
    'CRUSH.md',
    '.zed/settings.json',
    'docs/style.instructions.md',
    '.aider.conf.yml',
    '.roorules-code',
    '.lfsconfig',
    '.kiro/steering/a.md',
    '.junie/guidelines.md',
    'secrets/key.txt',
    'deep/down/key.pem',
  )

  test.prop([deniedPath.chain(spelled), fc.constantFrom('', '.', ' ', '. .')], { numRuns: 3000 })(
    'every spelling is denied, and refused',
    (path, tail) => {
      expect(createDeniedMatcher(policy.denied)(path + tail)).toBe(true)
      expect(codes([path + tail])).toHaveLength(1)
    },
  )

  test.each(['.github/workflows/x.yml', '.GitHub/CODEOWNERS', 'CLAUDE.md::$DATA', 'docs／codeowners'])(
    '%s is denied',
    (path) => {
      expect(codes([path])).toEqual(['denied'])
    },
  )

  test.each([
    'src/codeowners.ts',
    'docs/agents.txt',
    'github/x',
    'lib/claude.ts',
    'cursor/a',
    'secret/x',
    'src/CODEOWNERS',
    '.vscode/extensions.json',
    'src/opencode.ts',
    'rules/all.md',
    'docs/warp-drive.md',
    'src/prompt.md',
    'docs/cursor.md',
    'src/mcp.json',
    '.eslintrc.rules',
  ])('%s is not', (path) => {
    expect(codes([path])).toEqual([])
  })
})

function respell(char: string, change: string): string {
  if (change === 'upper') return char.toUpperCase()
  if (change === 'lower') return char.toLowerCase()
  const code = char.charCodeAt(0)
  return change === 'wide' && char !== '/' && code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : char
}

describe('single paths', () => {
  test.each([
    ['../x', 'malformed'],
    ['a/../../x', 'malformed'],
    ['/etc/passwd', 'malformed'],
    ['C:/x', 'malformed'],
    ['a\\..\\b', 'malformed'],
    ['a\0b', 'malformed'],
    ['a\nb', 'malformed'],
    ['a//b', 'malformed'],
    ['./a', 'malformed'],
    ['GIT~1/config', 'malformed'],
    ['\uFFFD\uD800', 'malformed'],
    ['.git/config', 'git_metadata'],
    ['sub/.git', 'git_metadata'],
    ['.gitattributes', 'git_metadata'],
    ['.g\u200Cit/hooks/post-checkout', 'git_metadata'],
    ['.GiT./config', 'git_metadata'],
    ['git~10/config', 'malformed'],
  ])('%j is %s', (path, code) => {
    expect(codes([path])).toEqual([code])
  })

  test('links, submodules and special files are not regular', () => {
    const faults = findPathFaults(
      [entry('a', { mode: '120000' }), entry('b', { mode: '160000' }), entry('c', { mode: null })],
      policy,
    )

    expect(faults).toEqual([
      { path: 'a', code: 'not_regular', message: 'a symbolic link, not a regular file' },
      { path: 'b', code: 'not_regular', message: 'a submodule, not a regular file' },
      { path: 'c', code: 'not_regular', message: 'a special file, not a regular file' },
    ])
  })

  test('a large file and too many files are named with their limits', () => {
    const faults = findPathFaults([entry('a', { size: 1001 }), entry('b')], { ...policy, maxFiles: 1 })

    expect(faults).toEqual([
      { path: 'a', code: 'too_large', message: '1001 bytes, at most 1000' },
      { path: '.', code: 'too_many', message: '2 files changed, at most 1' },
    ])
  })

  test('deleting a denied path is refused, deleting an oddly named one is not', () => {
    const gone = { mode: null, size: null, status: 'deleted' } as const

    const faults = findPathFaults([entry('CODEOWNERS', gone), entry('odd\\name', gone)], policy)

    expect(faults.map(({ path }) => path)).toEqual(['CODEOWNERS'])
  })

  test('a new path must not collide with what the tree holds already', () => {
    const faults = findPathFaults([entry('readme.MD'), entry('SRC')], policy, ['README.md', 'src/a.ts'])

    expect(faults.map(({ path, code }) => [path, code])).toEqual([
      ['readme.MD', 'ambiguous'],
      ['SRC', 'ambiguous'],
    ])
  })

  test('two paths that collided before may be modified', () => {
    const faults = findPathFaults([entry('readme.md', { status: 'modified' })], policy, ['README.md'])

    expect(faults).toEqual([])
  })
})

describe('scope', () => {
  test('files, folders and globs open what they name, brackets are themselves', () => {
    const scope = ['README.md', 'docs/', './app/[id]', 'src/**/*.{ts,tsx}']

    expect(codes(['README.md', 'docs/a/b.md', 'app/[id]/page.ts', 'src/a.ts', 'src/x/y.tsx'], scope)).toEqual([])
    expect(codes(['README.md.bak', 'docs.md', 'app/i/page.ts', 'src/a.js', 'lib/src/a.ts'], scope)).toEqual(
      Array<string>(5).fill('outside_scope'),
    )
  })

  test.prop([fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,3}$/)])(
    'a folder opens all below it and nothing beside it',
    (folder, below) => {
      expect(codes([`${folder}/${below}`], [folder])).toEqual([])
      expect(codes([`${folder}x/${below}`], [folder])).toEqual(['outside_scope'])
    },
  )

  test('a hostile glob takes time linear to the path', () => {
    const matches = createPathMatcher([`${'*a'.repeat(200)}b`])

    expect(measureGrowth(20_000, repeatTo('a'), matches)).toBeLessThan(linearGrowth)
  })
})
