import { describe, expect, test } from 'vitest'
import { explainObstacle, showWayOn } from '../../../src/domain/rules/explain-obstacle.ts'
import { conditions, type Obstacle, ruleNames } from '../../../src/domain/rules/obstacle.ts'
import { readObstacle } from '../../../src/domain/rules/read-obstacle.ts'

/** As GitHub says them, by REST and by GraphQL. */
const said: [string, Obstacle['kind']][] = [
  ['Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n', 'creation'],
  ['Repository rule violations found\n\nCannot update this protected ref.\n\n', 'update'],
  [
    "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/ for more information.",
    'update',
  ],
  ['Cannot delete this branch', 'deletion'],
  ['Cannot delete this tag', 'deletion'],
  ['Cannot force-push to this branch', 'force_push'],
  ['Could not create file: Changes must be made through a pull request.', 'pull_request'],
  ['Changes must be made through the merge queue', 'merge_queue'],
  ['At least 1 approving review is required by reviewers with write access.', 'reviews'],
  [
    "protected branch 'main' check failed:\n At least 2 approving reviews are required by reviewers with write access.",
    'reviews',
  ],
  ['Required status check "continuous-integration/travis-ci" is expected.', 'status_checks'],
  ['Required status check "build" is failing.', 'status_checks'],
  ['Repository rule violations found\n\n4 of 4 required status checks are expected.\n\n', 'status_checks'],
  ['2 of 3 required status checks have not succeeded: 1 expected.', 'status_checks'],
  [
    'Commits must have verified signatures.\nFound 1 violation:\n\n27c2bedcfd93f1d9a6a7bead1357e4b33bf8957a',
    'signatures',
  ],
  ['This branch must not contain merge commits.', 'linear_history'],
  ['Merge commits are not allowed on this repository.', 'merge_method'],
  ['Commit message must match a given regex pattern: ^feat', 'pattern'],
  ['Repository rule violations found\n\nSecret detected in content\n\n', 'push_protection'],
  ['Protected branch update failed for refs/heads/main.', 'other'],
  ['Repository was archived so is read-only.', 'archived'],
  ['Issues are disabled for this repo', 'issues_off'],
  ['Issues has been disabled in this repository.', 'issues_off'],
  ['Git Repository is empty.', 'empty'],
  ['Cannot upload assets to an immutable release.', 'immutable_release'],
  [
    'Validation Failed: {"resource":"Release","code":"custom","field":"pre_receive","message":"pre_receive Repository rule violations found\\n\\nCannot create ref due to creations being restricted.\\n\\n"}',
    'creation',
  ],
  ['Resource not accessible by integration', 'permission'],
]

const kinds: Obstacle['kind'][] = [...(Object.keys(ruleNames) as (keyof typeof ruleNames)[]), ...conditions]

describe('a refusal', () => {
  test.each(said)('%j is %s', (words, kind) => {
    expect(readObstacle(words)?.kind).toBe(kind)
  })

  test.each([
    'Merge conflict',
    'Base branch was modified. Review and try the merge again.',
    'Update is not a fast forward',
    'Reference already exists',
    'Pull Request is not mergeable',
    'Something went wrong while executing your query.',
    'API rate limit exceeded for installation ID 12345678.',
    '',
  ])('%j is none of a rule', (words) => {
    expect(readObstacle(words)).toBeNull()
  })

  test('is told without its heading, its commits and GitHub’s own link', () => {
    const words = `Repository rule violations found\n\nCommits must have verified signatures.\n  Found 1 violation:\n\n${'a'.repeat(40)}\n\n - https://docs.github.com/rest/git/refs#update-a-reference`

    expect(readObstacle(words)?.says).toBe('Commits must have verified signatures.')
  })

  test('of a megabyte takes no longer than of a line', () => {
    const began = performance.now()

    expect(readObstacle('required status check '.repeat(50_000))).toBeNull()
    expect(performance.now() - began).toBeLessThan(200)
  })
})

describe('what stands in the way', () => {
  test.each(kinds)('%s is explained, with what to change', (kind) => {
    const obstacle = { kind, says: 'No.', rulesets: ['House rules'] }

    expect(explainObstacle(obstacle)).toMatch(/^\S.{20,}/)
    expect(showWayOn(obstacle)).toMatch(/^[a-z].{10,}[^.]$/)
  })

  test('of a ruleset names it, and the pattern that lets our branches alone', () => {
    const obstacle: Obstacle = { kind: 'creation', says: 'No.', rulesets: ['House', 'Org'] }

    expect(explainObstacle(obstacle)).toBe(
      'the rule “Restrict creations” of the rulesets “House” and “Org” forbids it. GitHub says: No.',
    )
    expect(showWayOn(obstacle)).toContain('exclude `countersign/**/*` from those rulesets')
  })

  test('of classic protection says that it knows no exclusions', () => {
    expect(showWayOn({ kind: 'pull_request', says: 'No.' })).toContain('classic branch protection has no exclusions')
  })
})
