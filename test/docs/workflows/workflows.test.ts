import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../read/read-pages.ts'
import { parseWorkflow, readWorkflows } from './read-workflows.ts'
import { workflowRules } from './workflow-rules.ts'

const workflows = await readWorkflows()
const commit = '08c6903cd8c0fde910a37f88322edcfb5dd907a8'

/** A workflow that all rules let pass, by lines that a test puts others in the place of. */
const sound = `name: Sound
on: push
permissions: {}
concurrency: sound
jobs:
  one:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    if: github.actor != 'ada'
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@${commit} # v5.0.0
        with:
          persist-credentials: false
      - run: echo "$TITLE"
        env:
          TITLE: \${{ github.event.issue.title }}
`

const planted: [rule: string, instead: [string, string]][] = [
  ['unpinned-uses', [`@${commit} # v5.0.0`, '@v5']],
  ['unpinned-uses', [' # v5.0.0', '']],
  ['unpinned-uses', [' # v5.0.0', ' # v5']],
  ['excessive-permissions', ['permissions: {}', 'permissions: write-all']],
  ['excessive-permissions', ['permissions: {}\n', '']],
  ['excessive-permissions', ['    permissions:\n      contents: read\n', '']],
  ['excessive-permissions', ['contents: read', 'issues: write']],
  ['template-injection', ['echo "$TITLE"', 'echo "${{ github.event.issue.title }}"']],
  [
    'template-injection',
    ['- run: echo "$TITLE"', `- uses: a/b@${commit} # v1.0.0\n        with: { script: "log('\${{ github.ref }}')" }`],
  ],
  ['artipacked', ['persist-credentials: false', 'fetch-depth: 0']],
  ['dangerous-triggers', ['on: push', 'on: { pull_request_target: {} }']],
  ['dangerous-triggers', ['on: push', 'on: [push, workflow_run]']],
  [
    'cache-poisoning',
    [
      'contents: read\n    steps:',
      `contents: write # a release\n    steps:\n      - uses: actions/setup-node@${commit} # v5.0.0`,
    ],
  ],
  [
    'cache-poisoning',
    [
      'contents: read\n    steps:',
      `packages: write # an image\n    steps:\n      - uses: actions/cache/restore@${commit} # v5.0.0`,
    ],
  ],
  ['github-env', ['echo "$TITLE"', 'echo "T=$TITLE" >> "$GITHUB_ENV"']],
  ['secrets', ['github.event.issue.title', 'toJSON(secrets)']],
  ['secrets', ['github.event.issue.title', 'fromJSON(secrets.KEYS).one']],
  ['secrets', ['    runs-on: ubuntu-latest\n', '    runs-on: ubuntu-latest\n    secrets: inherit\n']],
  ['unsound-condition', ["github.actor != 'ada'", '|\n      ${{ github.ref }}']],
  ['bot-conditions', ["github.actor != 'ada'", "github.actor == 'dependabot[bot]'"]],
  ['insecure-commands', ['TITLE: ', 'ACTIONS_ALLOW_UNSECURE_COMMANDS: true\n          TITLE: ']],
  ['self-hosted-runner', ['ubuntu-latest', '[self-hosted, linux]']],
  ['unpinned-images', ['    steps:', '    container: node:24\n    steps:']],
  ['unpinned-images', ['    steps:', '    services: { db: { image: "postgres:18" } }\n    steps:']],
  ['use-trusted-publishing', ['echo "$TITLE"', 'npm publish']],
  ['concurrency-limits', ['concurrency: sound\n', '']],
  ['anonymous-definition', ['name: Sound\n', '']],
  ['no time limit', ['    timeout-minutes: 5\n', '']],
]

test('every rule lets a sound workflow pass', () => {
  const workflow = parseWorkflow('sound.yml', sound)

  expect(workflowRules.flatMap(({ find }) => find(workflow))).toEqual([])
})

test.each(planted)('%s finds what was planted: %j', (name, [sane, wrong]) => {
  expect(sound).toContain(sane)
  const workflow = parseWorkflow('planted.yml', sound.replace(sane, wrong))

  const found = workflowRules.filter(({ find }) => find(workflow).length > 0)

  expect(found.map((rule) => rule.name)).toContain(name)
})

test('no rule is without something planted', () => {
  const tried = new Set(planted.map(([name]) => name))

  expect(workflowRules.filter(({ name }) => !tried.has(name))).toEqual([])
})

test.each(workflows.map((workflow) => [workflow.path, workflow] as const))('%s keeps all of them', (_, workflow) => {
  const found = workflowRules.flatMap(({ name, find }) => find(workflow).map((words) => `${name}: ${words}`))

  expect(found).toEqual([])
})

test('one version of an Action is one commit, in whatever workflow', () => {
  const pins = workflows.flatMap(({ text }) =>
    [...text.matchAll(/uses: *([^@\s]+)@([0-9a-f]{40}) # (\S+)/g)].map(([, action = '', hash = '', version = '']) => ({
      // Those of one repository are released together.
      version: `${action.split('/').slice(0, 2).join('/')} ${version}`,
      hash,
    })),
  )

  const several = [...Map.groupBy(pins, ({ version }) => version)].filter(
    ([, same]) => new Set(same.map(({ hash }) => hash)).size > 1,
  )

  expect(pins.length).toBeGreaterThan(3)
  expect(several.map(([version]) => version)).toEqual([])
})

test('Dependabot keeps Actions, packages and images up to date, and lets new versions rest', async () => {
  const { updates } = parse(await readFile(join(root, '.github/dependabot.yml'), 'utf8')) as {
    updates: { 'package-ecosystem': string; cooldown?: { 'default-days': number } }[]
  }

  expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker', 'docker-compose'])
  for (const { cooldown } of updates) expect(cooldown?.['default-days']).toBeGreaterThanOrEqual(7)
})
