import { recordText } from '../language/message.ts'
import { isRule, type Obstacle, ruleNames } from './obstacle.ts'

/** Where a pattern of GitHub's holds all branches of ours: two stars go across folders only before a slash. */
export const ownBranches = 'countersign/**/*'

/** Why it can't be done, with the rule's own name: the words of a record and of a thread. */
export function explainObstacle({ kind, says, rulesets = [] }: Obstacle): string {
  if (isRule(kind)) {
    const told = { rule: ruleNames[kind].name, says, rulesets: rulesets.map((name) => `“${name}”`).join(' and ') }
    if (rulesets.length === 0) return recordText('the rule “{rule}” forbids it. GitHub says: {says}', told)
    return recordText(
      rulesets.length === 1
        ? 'the rule “{rule}” of the ruleset {rulesets} forbids it. GitHub says: {says}'
        : 'the rule “{rule}” of the rulesets {rulesets} forbids it. GitHub says: {says}',
      told,
    )
  }
  switch (kind) {
    case 'archived':
      return recordText('this repository is archived, so nothing in it can be changed')
    case 'issues_off':
      return recordText('issues are switched off in this repository')
    case 'empty':
      return recordText('this repository has no commit yet, so there is nothing that a branch could begin at')
    case 'immutable_release':
      return recordText('releases are immutable here, and that one is out. GitHub says: {says}', { says })
    case 'permission':
      return recordText('this App may not do that here. GitHub says: {says}', { says })
    case 'branch_taken':
      return recordText('the branch `{branch}` is in the way: git can’t have a branch and others below its name', {
        branch: says,
      })
  }
}

/** What a person can change, so that it goes on. */
export function showWayOn({ kind, says, rulesets = [] }: Obstacle): string {
  switch (kind) {
    case 'archived':
      return recordText('whoever administers the repository unarchives it')
    case 'issues_off':
      return recordText('whoever administers the repository switches issues on again (Settings → General → Features)')
    case 'empty':
      return recordText('push a first commit to the default branch')
    case 'immutable_release':
      return recordText('a release under another tag can be made')
    case 'permission':
      return recordText(
        'an owner accepts the permissions that the App asks for (Settings → GitHub Apps → Review request)',
      )
    case 'branch_taken':
      return recordText('rename or delete the branch `{branch}`', { branch: says })
    case 'push_protection':
      return recordText('take the secret out of what was made, or allow it on GitHub’s page of push protection')
    case 'pattern':
    case 'deployments':
    case 'other':
    case 'creation':
    case 'update':
    case 'deletion':
    case 'force_push':
    case 'pull_request':
    case 'merge_queue':
    case 'merge_method':
    case 'signatures':
    case 'linear_history':
      return exclude(rulesets.length)
    case 'reviews':
      return recordText('approve its pull request on GitHub, or {way}', { way: exclude(rulesets.length) })
    case 'status_checks':
      return recordText('have those checks run for `{branches}`, too, or {way}', {
        branches: ownBranches,
        way: exclude(rulesets.length),
      })
  }
}

function exclude(count: number): string {
  if (count === 0)
    return recordText(
      'exclude `{branches}` from the ruleset that holds it (Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern), or put this App on its bypass list; classic branch protection has no exclusions, so let its pattern leave those out',
      { branches: ownBranches },
    )
  return recordText(
    count === 1
      ? 'exclude `{branches}` from that ruleset (Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern), or put this App on its bypass list'
      : 'exclude `{branches}` from those rulesets (Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern), or put this App on its bypass list',
    { branches: ownBranches },
  )
}
