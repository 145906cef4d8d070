import { keepPlayed } from './played-rows.ts'

/** A rule, or how a repository is, that tests of its own play: a row of docs/compatibility.md. */
export interface StoryRow {
  rule: string
  /** Markdown, as `test`. */
  happens: string
  test: string
}

const rules = (name: string) => `[${name}](../test/e2e/rules/${name}.test.ts)`

export const storyRows = [
  {
    rule: '`countersign` required on the default branch',
    happens: 'the final pull request passes, a forged one and what is pushed past the gate don’t',
    test: rules('required-check'),
  },
  {
    rule: 'Merge queue on the default branch',
    happens: 'the queue’s commit gets the check; whoever isn’t a plan’s gets what `check.others` says',
    test: rules('required-check'),
  },
  {
    rule: 'The workflow branch may not be made',
    happens: 'whoever asked is told once; it goes on by itself when that is changed, nothing has to be said again',
    test: rules('refusals'),
  },
  {
    rule: 'Merge commits forbidden, for Apps too, *and* a rule on the branch',
    happens: 'the rule is told, not a conflict',
    test: rules('refusals'),
  },
  {
    rule: 'A repository without a commit',
    happens: 'whoever asked is told what is missing; it goes on by itself with the first commit',
    test: rules('refusals'),
  },
  {
    rule: 'Files in Git LFS',
    happens:
      'the plan says so before it is approved; a version that holds bytes of one is refused with the path, so they don’t get into git; a pointer, as a person’s `git lfs` pushes it, is a file like any other',
    test: rules('refusals'),
  },
  {
    rule: 'The default branch is renamed while work goes on',
    happens:
      'followed, whatever the server remembers of it: the final pull request goes into the branch of the new name, and the trail says so',
    test: rules('meanwhile'),
  },
  {
    rule: 'The repository is renamed while work goes on',
    happens:
      'one and the same: it is known by its number, GitHub sends on what is asked at the old name, and nothing is done twice',
    test: rules('meanwhile'),
  },
  {
    rule: 'The repository is transferred to another owner while work goes on',
    happens:
      'with the App of the new owner it goes on: state, threads and pull requests are the same, and what was said meanwhile is found by the next look. Without it nothing happens there; the server’s log and the page of webhooks say that the App is not installed, and it goes on once it is',
    test: rules('meanwhile'),
  },
  {
    rule: 'The repository is archived while work goes on',
    happens: 'everything waits, and goes on by itself when it isn’t archived any more; a webhook waits for three days',
    test: rules('meanwhile'),
  },
  {
    rule: 'Issues are switched off while work goes on',
    happens: 'the work goes on without a word; on again, `/doctor fix` brings label and status up to date',
    test: rules('meanwhile'),
  },
  {
    rule: 'Immutable releases, and protected tags',
    happens:
      'an export is made whole and published at the end; a tag that a rule protects is told, nothing is released',
    test: rules('meanwhile'),
  },
  {
    rule: 'A repository of 100,000 files',
    happens: 'works; trees that GitHub cuts off are read folder by folder. `npm test` plays it with a lower limit',
    test: rules('many-files'),
  },
  {
    rule: 'A fork, or a copy of the workflow branch',
    happens:
      'of pull requests from a fork nothing is taken for ours; a fork with the App has its own records, and a copy of the workflow branch there is refused',
    test: '[own-issues](../test/adapters/github/workflow-branch/own-issues.test.ts)',
  },
  {
    rule: 'GitHub Enterprise Server',
    happens:
      '3.17 and newer by their published descriptions, but for `mirror`; without web commit signing with `UNSIGNED_COMMITS=allowed`; `setup --check` says version and signing',
    test: '[enterprise-server](../test/adapters/github/enterprise-server.test.ts), [check-head](../test/adapters/github/workflow-branch/check-head.test.ts), [setup-check](../test/contracts/commands/setup-check.test.ts)',
  },
] as const satisfies readonly StoryRow[]

/** Keeps that it came out as its row says. */
export async function noteStory(rule: (typeof storyRows)[number]['rule']): Promise<void> {
  await keepPlayed(rule, new Date().toISOString())
}
