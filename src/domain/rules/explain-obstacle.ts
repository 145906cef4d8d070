import { isRule, type Obstacle, ruleNames } from './obstacle.ts'

/** Where a pattern of GitHub's holds all branches of ours: two stars go across folders only before a slash. */
export const ownBranches = 'countersign/**/*'

/** Why it can't be done, with the rule's own name: the words of a record and of a thread. */
export function explainObstacle({ kind, says, rulesets = [] }: Obstacle): string {
  if (isRule(kind)) {
    const names = rulesets.map((name) => `“${name}”`).join(' and ')
    const where = names === '' ? '' : ` of the ruleset${rulesets.length === 1 ? '' : 's'} ${names}`
    return `the rule “${ruleNames[kind].name}”${where} forbids it. GitHub says: ${says}`
  }
  switch (kind) {
    case 'archived':
      return 'this repository is archived, so nothing in it can be changed'
    case 'issues_off':
      return 'issues are switched off in this repository'
    case 'empty':
      return 'this repository has no commit yet, so there is nothing that a branch could begin at'
    case 'immutable_release':
      return `releases are immutable here, and that one is out. GitHub says: ${says}`
    case 'permission':
      return `this App may not do that here. GitHub says: ${says}`
    case 'branch_taken':
      return `the branch \`${says}\` is in the way: git can’t have a branch and others below its name`
  }
}

/** What a person can change, so that it goes on. */
export function showWayOn({ kind, says, rulesets = [] }: Obstacle): string {
  switch (kind) {
    case 'archived':
      return 'whoever administers the repository unarchives it'
    case 'issues_off':
      return 'whoever administers the repository switches issues on again (Settings → General → Features)'
    case 'empty':
      return 'push a first commit to the default branch'
    case 'immutable_release':
      return 'a release under another tag can be made'
    case 'permission':
      return 'an owner accepts the permissions that the App asks for (Settings → GitHub Apps → Review request)'
    case 'branch_taken':
      return `rename or delete the branch \`${says}\``
    case 'push_protection':
      return 'take the secret out of what was made, or allow it on GitHub’s page of push protection'
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
      return `approve its pull request on GitHub, or ${exclude(rulesets.length)}`
    case 'status_checks':
      return `have those checks run for \`${ownBranches}\`, too, or ${exclude(rulesets.length)}`
  }
}

function exclude(count: number): string {
  const which = count === 0 ? 'the ruleset that holds it' : count === 1 ? 'that ruleset' : 'those rulesets'
  const classic = count === 0 ? '; classic branch protection has no exclusions, so let its pattern leave those out' : ''
  return `exclude \`${ownBranches}\` from ${which} (Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern), or put this App on its bypass list${classic}`
}
