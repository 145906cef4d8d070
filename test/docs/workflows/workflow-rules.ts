import type { Job, Step, Workflow } from './read-workflows.ts'

export interface Rule {
  /** As zizmor names it, where it has the rule. */
  name: string
  /** What is wrong, each in words; empty where nothing is. */
  find: (workflow: Workflow) => string[]
}

const expression = /\$\{\{/
const pinned = /^[^@\s]+@[0-9a-f]{40}$/
/** Rights by which something of ours gets to others: nothing that a cache holds may have a part in it. */
const publishing = ['contents', 'packages', 'id-token', 'attestations']

/** What zizmor looks for, and of `run` lines more: no expression at all, be it trusted or not. */
export const workflowRules: readonly Rule[] = [
  {
    name: 'unpinned-uses',
    find: ({ jobs, text }) => [
      ...usesOf(jobs)
        .filter((uses) => !uses.startsWith('./') && !pinned.test(uses) && !/^docker:.+@sha256:[0-9a-f]{64}$/.test(uses))
        .map((uses) => `${uses} is not pinned by its commit`),
      ...[...text.matchAll(/uses: *(\S+@[0-9a-f]{40})(.*)$/gm)]
        .filter(([, , rest = '']) => !/^ # v\d+\.\d+\.\d+$/.test(rest))
        .map(([, uses]) => `${uses} doesn't say which version it is`),
    ],
  },
  {
    name: 'excessive-permissions',
    find: ({ permissions, jobs, text }) => [
      ...(isEmpty(permissions) ? [] : ['the workflow gives all of its jobs permissions: it is "permissions: {}"']),
      ...Object.entries(jobs)
        .filter(([, job]) => typeof job.permissions !== 'object')
        .map(([name]) => `job ${name} doesn't list its permissions`),
      ...[...text.matchAll(/^ +([\w-]+: write)(.*)$/gm)]
        .filter(([, , rest = '']) => !/^ # \S/.test(rest))
        .map(([, right]) => `"${right}" doesn't say what for`),
    ],
  },
  {
    name: 'template-injection',
    find: ({ jobs }) =>
      stepsOf(jobs)
        .flatMap((step) => [step.run, step.with?.['script'], step['working-directory'], step['shell']])
        .filter((code) => typeof code === 'string' && expression.test(code))
        .map((code) => `an expression stands in code; hand it over in "env": ${String(code).trim()}`),
  },
  {
    name: 'artipacked',
    find: ({ jobs }) =>
      stepsOf(jobs)
        .filter(({ uses }) => uses?.startsWith('actions/checkout@'))
        .filter((step) => step.with?.['persist-credentials'] !== false)
        .map(() => 'a checkout leaves its token on the disk; "persist-credentials: false"'),
  },
  {
    name: 'dangerous-triggers',
    find: ({ on }) =>
      ['pull_request_target', 'workflow_run']
        .filter((event) => triggersOf(on).includes(event))
        .map((event) => `${event} gives the work of strangers the rights of this repository`),
  },
  {
    name: 'cache-poisoning',
    find: ({ jobs }) =>
      Object.entries(jobs)
        .filter(([, job]) => publishing.some((right) => hasRight(job, right)))
        .flatMap(([name, { steps }]) =>
          steps
            .filter(mayRestoreCache)
            .map(
              ({ uses }) =>
                `${uses} in ${name} may take what it publishes from a cache; "package-manager-cache: false"`,
            ),
        ),
  },
  {
    name: 'github-env',
    find: ({ jobs }) =>
      stepsOf(jobs)
        .filter(({ run = '' }) => /GITHUB_(?:ENV|PATH)\b/.test(run))
        .map(() => 'a step changes the environment of all that follow'),
  },
  {
    name: 'secrets',
    find: ({ text, jobs }) => [
      ...[...text.matchAll(/(?:toJSON|fromJSON)\( *secrets\b[^)]*\)|secrets\[/gi)].map(
        ([words]) => `${words} takes more secrets than one, or hides one from the log's mask`,
      ),
      ...Object.values(jobs)
        .filter(({ secrets }) => secrets === 'inherit')
        .map(() => 'a job inherits all secrets'),
    ],
  },
  {
    name: 'unsound-condition',
    find: ({ jobs }) =>
      [...Object.values(jobs), ...stepsOf(jobs)]
        .flatMap((one) => (typeof one.if === 'string' ? [one.if] : []))
        .filter((condition) => expression.test(condition) && !/^\$\{\{[^]*\}\}$/.test(condition))
        .map((condition) => `with text beside its expression this always holds: ${condition.trim()}`),
  },
  {
    name: 'bot-conditions',
    find: ({ text }) =>
      [...text.matchAll(/github\.actor *[!=]= *'[^']*\[bot\]'/g)].map(
        ([words]) => `anybody can become the actor: ${words}`,
      ),
  },
  {
    name: 'insecure-commands',
    find: ({ text }) =>
      text.includes('ACTIONS_ALLOW_UNSECURE_COMMANDS') ? ['commands on standard output are on'] : [],
  },
  {
    name: 'self-hosted-runner',
    find: ({ jobs }) =>
      Object.values(jobs)
        .filter((job) => JSON.stringify(job['runs-on'] ?? '').includes('self-hosted'))
        .map(() => 'a job runs on a machine that keeps what others left'),
  },
  {
    name: 'unpinned-images',
    find: ({ jobs }) =>
      Object.values(jobs)
        .flatMap(({ container, services = {} }) => [
          imageOf(container),
          ...Object.values(services).map(({ image }) => image),
        ])
        .filter((image) => image !== undefined && !/@sha256:[0-9a-f]{64}$/.test(image))
        .map((image) => `${image} is not pinned by its digest`),
  },
  {
    name: 'use-trusted-publishing',
    find: ({ jobs }) =>
      Object.values(jobs)
        .filter(({ steps }) => steps.some(({ run = '' }) => /\bnpm publish\b/.test(run)))
        .filter((job) => !hasRight(job, 'id-token') || /NODE_AUTH_TOKEN|NPM_TOKEN|_authToken/.test(JSON.stringify(job)))
        .map(() => 'a package is published with a token that can be stolen'),
  },
  {
    name: 'concurrency-limits',
    find: ({ concurrency }) => (concurrency === undefined ? ['several may run at once: "concurrency"'] : []),
  },
  { name: 'anonymous-definition', find: ({ name }) => (name === undefined ? ['it has no name'] : []) },
  {
    name: 'no time limit',
    find: ({ jobs }) =>
      Object.entries(jobs)
        .filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined)
        .map(([name]) => `job ${name} may hang for six hours; "timeout-minutes"`),
  },
]

function stepsOf(jobs: Workflow['jobs']): Step[] {
  return Object.values(jobs).flatMap(({ steps }) => steps)
}

/** What is used, by steps and by jobs that are another workflow. */
function usesOf(jobs: Workflow['jobs']): string[] {
  return [...stepsOf(jobs), ...Object.values(jobs)].flatMap(({ uses }) => uses ?? [])
}

function isEmpty(permissions: Job['permissions']): boolean {
  return typeof permissions === 'object' && Object.keys(permissions).length === 0
}

function hasRight({ permissions }: Job, right: string): boolean {
  return typeof permissions === 'object' && permissions[right] === 'write'
}

/** Set up, Node's own takes up a cache unless told not to. */
function mayRestoreCache(step: Step): boolean {
  if (step.uses?.startsWith('actions/cache') === true) return true
  return step.uses?.startsWith('actions/setup-node@') === true && step.with?.['package-manager-cache'] !== false
}

function triggersOf(on: unknown): string[] {
  if (typeof on === 'string') return [on]
  if (Array.isArray(on)) return on.map(String)
  return typeof on === 'object' && on !== null ? Object.keys(on) : []
}

function imageOf(container: unknown): string | undefined {
  if (typeof container === 'string') return container
  return typeof container === 'object' && container !== null && 'image' in container
    ? String(container.image)
    : undefined
}
