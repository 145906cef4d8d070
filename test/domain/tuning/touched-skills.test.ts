import { expect, test } from 'vitest'
import { findTouchedSkills } from '../../../src/domain/tuning/read/touched-skills.ts'

const files = ['README.md', 'skills/a/SKILL.md', 'skills/a/inner/SKILL.md', 'skills/b/SKILL.md', 'skills/b/phases/1.md']

test.each([
  [['README.md'], []],
  [['skills/b/phases/1.md', 'skills/b/gone.md'], ['skills/b']],
  [['skills/a/inner/x.md'], ['skills/a/inner']],
  [
    ['skills/b/SKILL.md', 'skills/a/x.md'],
    ['skills/a', 'skills/b'],
  ],
])('of %j the skills %j are touched', (changed, skills) => {
  expect(findTouchedSkills(files, changed)).toEqual(skills)
})

test('a skill at the top is touched by what no other holds', () => {
  expect(findTouchedSkills(['SKILL.md', ...files], ['docs/a.md', 'skills/b/x.md'])).toEqual(['.', 'skills/b'])
})
