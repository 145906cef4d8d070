import { describe, expect, test } from 'vitest'
import {
  defaultTemplates,
  findNameFault,
  findTagFault,
  renderReleaseName,
  renderTag,
} from '../../../src/domain/configuration/release-template.ts'

const manifest = {
  issue_id: 'ISS-007',
  plan_id: 'SOL-ISS-007-2',
  exported_at: '2026-11-21T03:40:00Z',
  plan_hash: '5f1c0a'.padEnd(64, '0'),
}

describe('a tag', () => {
  test.each([
    [defaultTemplates.tag, 1, 'countersign-ISS-007-2'],
    [defaultTemplates.tag, 3, 'countersign-ISS-007-2-3'],
    ['v{date}_{number}.{plan}', 1, 'v2026-11-21_7.2'],
  ])('by %s, try %i, is %s', (template, attempt, tag) => {
    expect(findTagFault(template)).toBeUndefined()
    expect(renderTag(template, manifest, attempt)).toBe(tag)
  })

  test.each([
    ['release', 'it needs {issue} or {number}'],
    ['{isue}', 'there is no {isue}; there are {issue}'],
    ['{issue}/{plan}', 'without slashes'],
    ['-{issue}', 'a tag takes'],
    ['{issue}..{plan}', 'a tag takes'],
    ['{issue}.lock', 'a tag takes'],
    ['{issue} {plan}', 'a tag takes'],
    ['{issue}{title}', 'there is no {title}'],
    [`{issue}${'x'.repeat(200)}`, 'a tag takes'],
  ])('by %s is refused', (template, why) => {
    expect(findTagFault(template)).toContain(why)
  })
})

describe('a name', () => {
  test('has what is in it, and takes no words out of a title for its own', () => {
    const words = { title: 'Say {hash} {tag}', contents: '3 approved files' }

    expect(findNameFault(defaultTemplates.name)).toBeUndefined()
    expect(renderReleaseName(defaultTemplates.name, manifest, words)).toBe('Say {hash} {tag} (#7): 3 approved files')
  })

  test.each([
    ['', 'a release needs a name'],
    ['{nothing}', 'there is no {nothing}'],
  ])('%j is refused', (template, why) => {
    expect(findNameFault(template)).toContain(why)
  })
})
