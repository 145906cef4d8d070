import { describe, expect, test } from 'vitest'
import { followExtends } from '../../../../src/application/state/branch/follow-extends.ts'
import {
  type ConfigurationFile,
  configurationPath,
  renderConfigurationPlace,
} from '../../../../src/domain/configuration/configuration-file.ts'

function fileOf(text: string, repository = 'acme/widgets', path = configurationPath): ConfigurationFile {
  return { repository, path, text, version: `version of ${repository}` }
}

/** What stands elsewhere, by `acme/policy:strict.yml`. */
function follow(text: string, elsewhere: Record<string, string> = {}, from = 'acme/widgets') {
  return followExtends('acme/widgets', fileOf(text, from), (place) => {
    const found = elsewhere[renderConfigurationPlace(place, '')]
    return Promise.resolve(found === undefined ? null : fileOf(found, place.repository, place.path))
  })
}

describe('a file that builds on another', () => {
  test('holds before it, and that before a third', async () => {
    const followed = await follow('_extends: policy:web.yml\nrun: { parallel: 2 }', {
      'acme/policy:web.yml': '_extends: acme/.github\nrun: { parallel: 3, max_attempts: 7 }',
      'acme/.github:.github/countersign.yml': 'run: { max_attempts: 9 }\nlabel: plan it',
    })

    expect(followed).toMatchObject({
      ok: true,
      configuration: { label: 'plan it', run: { parallel: 2, max_attempts: 7 } },
      layers: [
        { place: { repository: 'acme/widgets' } },
        { place: { repository: 'acme/policy', path: 'web.yml' } },
        { place: { repository: 'acme/.github' } },
      ],
    })
  })

  test.each([
    [
      'that is not there',
      { text: 'label: x\n_extends: policy', elsewhere: {} },
      'Line 2, column 11: `_extends: policy` is not there: `acme/policy:.github/countersign.yml` does not exist on the default branch, or this App may not read it. Where the repository is private, install the App there too.',
    ],
    [
      'of somebody else',
      { text: '_extends: mallory/policy', elsewhere: { 'mallory/policy:.github/countersign.yml': 'label: x' } },
      'Line 1, column 11: `_extends: mallory/policy` names a repository of somebody else; only those of acme are read.',
    ],
    [
      'that builds on it',
      { text: '_extends: policy', elsewhere: { 'acme/policy:.github/countersign.yml': '_extends: ACME/Widgets' } },
      'Line 1, column 11: `_extends: ACME/Widgets` goes in a circle: `.github/countersign.yml` builds on this file.',
    ],
    [
      'which is no name',
      { text: '_extends: https://example.com/x', elsewhere: {} },
      'Line 1, column 11: `_extends` is `"https://example.com/x"`; it must name a repository, as policy or acme/policy, and may name a file there, as policy:strict.yml.',
    ],
  ])('%s is refused, with the line', async (_what, { text, elsewhere }, fault) => {
    expect(await follow(text, elsewhere)).toMatchObject({ ok: false, faults: [fault] })
  })

  test('of six in a row is refused at the fifth', async () => {
    const next = (at: number) => [`acme/p${at}:.github/countersign.yml`, `_extends: p${at + 1}`]
    const followed = await follow('_extends: p1', Object.fromEntries([1, 2, 3, 4, 5].map(next)))

    expect(followed).toMatchObject({ ok: false, path: 'acme/p4:.github/countersign.yml', key: 'version of acme/p4' })
  })

  test('that holds since the repository has none is told by its own place', async () => {
    expect(await follow('labl: x', {}, 'acme/.github')).toMatchObject({
      ok: false,
      path: 'acme/.github:.github/countersign.yml',
    })
  })

  test('which is faulty is told by its own place and lines', async () => {
    const followed = await follow('_extends: policy', { 'acme/policy:.github/countersign.yml': '\nlabl: x' })

    expect(followed).toEqual({
      ok: false,
      path: 'acme/policy:.github/countersign.yml',
      key: 'version of acme/policy',
      faults: ['Line 2, column 1: `labl` is not known here; did you mean `label`?'],
    })
  })
})
