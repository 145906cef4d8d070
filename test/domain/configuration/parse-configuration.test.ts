import { expect, test } from 'vitest'
import { defaultConfiguration } from '../../../src/domain/configuration/configuration.ts'
import { parseConfiguration } from '../../../src/domain/configuration/parse-configuration.ts'

test.each(['', '# nothing set\n', '{}'])('%j is all defaults', (text) => {
  expect(parseConfiguration(text)).toMatchObject({ ok: true, configuration: defaultConfiguration, said: {} })
})

test('what is set is kept, the rest are defaults', () => {
  const parsed = parseConfiguration('label: plan me\nrun:\n  default_executor: shell\n')

  expect(parsed).toMatchObject({
    ok: true,
    said: { label: 'plan me', run: { default_executor: 'shell' } },
    configuration: {
      ...defaultConfiguration,
      label: 'plan me',
      run: { ...defaultConfiguration.run, default_executor: 'shell' },
    },
  })
})

test('all mistakes are named together, with their place, what stands there and what may', () => {
  const text = 'labl: x\nrun:\n  parallel: 0\n  isolation: docker\nreview: [ada]\nroles:\n  plan: writer\n'

  expect(parseConfiguration(text)).toEqual({
    ok: false,
    faults: [
      'Line 1, column 1: `labl` is not known here; did you mean `label`?',
      'Line 3, column 13: `run.parallel` is `0`; it must be more than 0.',
      'Line 4, column 14: `run.isolation` is `"docker"`; it may be `bubblewrap`, `none`.',
      'Line 5, column 9: `review` is a list; it must be a mapping.',
      'Line 7, column 9: `roles.plan` is `"writer"`; it may be `read`, `triage`, `write`, `maintain`, `admin`.',
    ],
  })
})

test.each([
  ['that does not parse', 'run: [1', /^Line 1, column \d+: .+/],
  ['that is no mapping', '- label', /^Line 1, column 1: the whole is a list; it must be a mapping\.$/],
  ['with an anchor', 'label: &a x', /anchors/],
  ['with an alias', 'label: &a x\nbots: *a', /anchors|aliases/],
  ['with a merge key', '<<: {label: x}', /merge keys/],
  ['with a tag', 'label: !!js/function x', /tags/],
  ['of more than 64 KB', `label: ${'x'.repeat(70_000)}`, /64 KB/],
  ['nested too deeply', `label: ${'['.repeat(20_000)}`, /deep/],
])('a file %s is refused', (_name, text, fault) => {
  const parsed = parseConfiguration(text)

  expect(parsed.ok ? [] : parsed.faults).toContainEqual(expect.stringMatching(fault))
})

test('what can be no name of an executor is a mistake; which ones there are is the server’s to say', () => {
  expect(parseConfiguration('run: { default_executor: my-own }').ok).toBe(true)
  expect(parseConfiguration('run: { default_executor: Code X }')).toEqual({
    ok: false,
    faults: [
      'Line 1, column 26: `run.default_executor` is `"Code X"`; it must be a name such as human, patch, shell, model, claude, cline, codex, copilot, gemini, opencode, pi, qwen, or a person as @login.',
    ],
  })
})
