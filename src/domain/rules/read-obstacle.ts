import type { Obstacle } from './obstacle.ts'

/** GitHub's sentences, the most telling first: of several rules the first that is found names the obstacle. */
const sentences: readonly (readonly [RegExp, Obstacle['kind']])[] = [
  [/was archived so is read-only/i, 'archived'],
  [/issues (?:are|has been|have been) disabled/i, 'issues_off'],
  [/git repository is empty/i, 'empty'],
  [/immutable release/i, 'immutable_release'],
  [/resource not accessible by (?:integration|personal access token)/i, 'permission'],
  [/secrets? detected|cannot contain secrets/i, 'push_protection'],
  [/creations being restricted/i, 'creation'],
  [/through the merge queue/i, 'merge_queue'],
  [/cannot update this (?:protected|locked)|not authorized to push to this branch|this branch is locked/i, 'update'],
  [/cannot delete this (?:protected )?(?:branch|tag|ref)/i, 'deletion'],
  [/cannot force-push/i, 'force_push'],
  [/approving reviews? (?:is|are) required|changes have been requested|code owner review/i, 'reviews'],
  [/(?:merge commits|squash merges|rebase merges) are not allowed/i, 'merge_method'],
  [/must be made through a pull request/i, 'pull_request'],
  [/required status checks? .{0,300}(?:expected|failing|pending|in progress|not succeeded)/i, 'status_checks'],
  [/must have verified signatures/i, 'signatures'],
  [/must not contain merge commits/i, 'linear_history'],
  [/required deployment/i, 'deployments'],
  [/must (?:not )?(?:match|start with|end with|contain) a/i, 'pattern'],
  [/repository rule violations found|protected branch (?:update failed|check failed|hook declined)/i, 'other'],
]

const mostCharacters = 1_000

/**
 * What stands against a request, by GitHub's words; null where they tell of none. The one place where a refusal is read:
 * everything else goes by the kind (decision 106).
 */
export function readObstacle(words: string): Obstacle | null {
  const text = words.slice(0, mostCharacters)
  const kind = sentences.find(([sentence]) => sentence.test(text))?.[1]
  return kind === undefined ? null : { kind, says: tidy(text) }
}

/** Without the heading, GitHub's link to its own documentation, and lists of commits. */
function tidy(words: string): string {
  const [said = ''] = words.split(' - https://docs.github.com')
  const lines = said
    .replace(/repository rule violations found/i, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[0-9a-f]{40}$/.test(line) && !/^Found \d+ violations?:$/.test(line))
  return lines.length === 0 ? words.trim() : lines.join(' ')
}
