import type { SandboxApp } from '../../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import { checksRule, makeRuleset, repositoryOf, reviewsRule } from '../../support/house-rules.ts'
import { readGit } from '../../support/git/git.ts'
import type { Playground } from '../../support/playground.ts'

/** A rule of a repository, and what comes of an issue there: a row of docs/compatibility.md. */
export interface RuleRow {
  rule: string
  /** What people are told of it; Markdown. */
  happens: string
  /** Before the issue is planned; else before its plan is approved. */
  early?: true
  prepare: (running: SandboxApp, repo: Playground) => unknown
  /** What the thread says, once; absent where the work comes to its end. */
  told?: string
  /** How the final pull request is merged in the end; absent where that isn't tried. */
  merge?: 'merge' | 'squash' | 'rebase'
  /** Undoes what was in the way, and says what lets the work go on. */
  lift?: (running: SandboxApp, repo: Playground) => unknown
}

const ofPlans = { include: ['refs/heads/countersign/*/**/*'] }
const onDefault = { include: ['~DEFAULT_BRANCH'] }
const goesOn =
  'Told once, with the rule’s name and the exclusion `countersign/**/*`; goes on by itself once it is changed.'

function over(type: string) {
  return (running: SandboxApp, repo: Playground) => makeRuleset(running, repo, [{ type }], ofPlans)
}

function letGo(running: SandboxApp, repo: Playground): void {
  for (const ruleset of repositoryOf(running, repo).rulesets ?? []) ruleset.exclude.push('refs/heads/countersign/**/*')
}

export const ruleRows: readonly RuleRow[] = [
  {
    rule: 'Squash merges only',
    happens: 'Works: tasks are merged by their branches, the final pull request by squash.',
    prepare: (running, repo) =>
      Object.assign(repositoryOf(running, repo), { allowMergeCommit: false, allowRebaseMerge: false }),
    merge: 'squash',
  },
  {
    rule: 'Rebase merges only',
    happens: 'Works: tasks are merged by their branches, the final pull request by rebase.',
    prepare: (running, repo) =>
      Object.assign(repositoryOf(running, repo), { allowMergeCommit: false, allowSquashMerge: false }),
    merge: 'rebase',
  },
  {
    rule: 'Linear history on the default branch',
    happens: 'Works: the final pull request is merged by squash.',
    prepare: (running, repo) => makeRuleset(running, repo, [{ type: 'required_linear_history' }], onDefault),
    merge: 'squash',
  },
  {
    rule: 'Linear history on all branches',
    happens: goesOn,
    prepare: over('required_linear_history'),
    told: 'Require linear history',
    lift: letGo,
  },
  {
    rule: 'Signed commits on all branches',
    happens: 'Works: GitHub signs what the App commits. People have to sign what they push.',
    prepare: (running, repo) => makeRuleset(running, repo, [{ type: 'required_signatures' }]),
    merge: 'merge',
  },
  {
    rule: 'Creations restricted on all branches',
    happens: goesOn,
    prepare: over('creation'),
    told: 'Restrict creations',
    lift: letGo,
  },
  {
    rule: 'Updates restricted (restricted pushes) on all branches',
    happens: goesOn,
    prepare: over('update'),
    told: 'Restrict updates',
    lift: letGo,
  },
  {
    rule: 'Pull requests required on all branches',
    happens: goesOn,
    prepare: (running, repo) => makeRuleset(running, repo, [reviewsRule(0)], ofPlans),
    told: 'Require a pull request before merging',
    lift: letGo,
  },
  {
    rule: 'Reviews required on integration branches',
    happens: `${goesOn} Approving the task’s pull request does as well.`,
    prepare: (running, repo) =>
      makeRuleset(running, repo, [reviewsRule(2)], { include: ['refs/heads/countersign/*/*/base'] }),
    told: 'required approvals',
    lift: letGo,
  },
  {
    rule: 'Checks required on integration branches',
    happens: `${goesOn} A check that runs there and passes does as well.`,
    prepare: (running, repo) =>
      makeRuleset(running, repo, [checksRule('build')], { include: ['refs/heads/countersign/*/*/base'] }),
    told: 'Require status checks to pass',
    lift: letGo,
  },
  {
    rule: 'Classic branch protection over our branches',
    happens:
      'Told once, with GitHub’s words; it has no exclusions, so its pattern has to leave them out. Tried again by itself after an hour.',
    prepare: (running, repo) => makeRuleset(running, repo, [reviewsRule(0)], { ...ofPlans, classic: true }),
    told: 'classic branch protection has no exclusions',
    lift: (running, repo) => delete repositoryOf(running, repo).rulesets,
  },
  {
    rule: 'The App on the bypass list',
    happens: 'Works, whatever else the ruleset says.',
    prepare: (running, repo) =>
      makeRuleset(running, repo, [{ type: 'creation' }, { type: 'update' }, reviewsRule(2)], {
        bypassActors: [{ actor_id: running.sandbox.app.id, actor_type: 'Integration', bypass_mode: 'always' }],
      }),
  },
  {
    rule: 'Deletions restricted on all branches',
    happens: 'Works; merged branches stay, and the trail says why.',
    prepare: over('deletion'),
    merge: 'merge',
  },
  {
    rule: 'The repository is made private',
    happens: 'Works.',
    prepare: (running, repo) => Object.assign(repositoryOf(running, repo), { private: true }),
    merge: 'merge',
  },
  {
    rule: 'A person’s branch `countersign/ISS-001`',
    happens: 'Told once, with the branch that is in the way: git can’t have a branch and others below its name.',
    prepare: (_running, repo) => readGit(repo.bareDir, ['branch', 'countersign/ISS-001', 'main']),
    told: 'the branch `countersign/ISS-001` is in the way',
    lift: (_running, repo) => readGit(repo.bareDir, ['branch', '-D', 'countersign/ISS-001']),
  },
  {
    rule: 'A person’s branch `countersign`',
    happens: 'Told once, with the branch that is in the way.',
    early: true,
    prepare: (_running, repo) => readGit(repo.bareDir, ['branch', 'countersign', 'main']),
    told: 'the branch `countersign` is in the way',
    lift: (_running, repo) => readGit(repo.bareDir, ['branch', '-D', 'countersign']),
  },
  {
    rule: 'A submodule',
    happens: 'Works: it is left alone, and nothing in it can be a task’s.',
    prepare: async (_running, repo) => {
      const git = (...args: string[]) => readGit(repo.bareDir, args)
      const tree = await git('ls-tree', 'main')
      const commit = repo.startHead
      await git('read-tree', '--empty')
      await git('read-tree', 'main')
      await git('update-index', '--add', '--cacheinfo', `160000,${commit},vendor/bees`)
      const made = await git('write-tree')
      const author = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com']
      const head = await readGit(repo.bareDir, [...author, 'commit-tree', made, '-p', 'main', '-m', 'Bees'])
      await git('update-ref', 'refs/heads/main', head)
      return tree
    },
    merge: 'merge',
  },
]
