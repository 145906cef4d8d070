import { describe, expect, test } from 'vitest'
import { defaultConfiguration } from '../../../src/domain/configuration/configuration.ts'
import {
  type ConfigurationLayer,
  layerConfigurations,
  listConfiguredValues,
} from '../../../src/domain/configuration/layer-configurations.ts'

const own = { repository: 'acme/widgets', path: '.github/countersign.yml' }
const policy = { repository: 'acme/policy', path: 'strict.yml' }
const layers: ConfigurationLayer[] = [
  { place: own, said: { _extends: 'policy:strict.yml', review: { reviewers: ['ada'] }, run: { parallel: 2 } } },
  {
    place: policy,
    said: { $schema: 'x', bots: [7], review: { min_score: 0.9, reviewers: ['grace', 'lin'] }, run: { parallel: 8 } },
  },
]

describe('layers', () => {
  test('are joined key by key, the first strongest; a list is taken whole; the rest is default', () => {
    expect(layerConfigurations(layers)).toEqual({
      ...defaultConfiguration,
      bots: [7],
      review: { ...defaultConfiguration.review, min_score: 0.9, reviewers: ['ada'] },
      run: { ...defaultConfiguration.run, parallel: 2 },
    })
  })

  test('are all default where there are none', () => {
    expect(layerConfigurations([])).toEqual(defaultConfiguration)
  })

  test('tell of each key that one says what holds and whose it is, in the order of the schema', () => {
    expect(listConfiguredValues(layers)).toEqual([
      { key: 'run.parallel', value: 2, place: own },
      { key: 'review.min_score', value: 0.9, place: policy },
      { key: 'review.reviewers', value: ['ada'], place: own },
      { key: 'bots', value: [7], place: policy },
    ])
  })
})
