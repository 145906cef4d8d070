import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { recordPath, stateFilePaths } from '../../../src/application/state/state-files.ts'
import { ExecutionRecordSchema, type ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import { IssRecordSchema, type IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import type { PersonRole } from 'github-sandbox'
import { readGit, runGit } from './git/git.ts'
import { type Attached, findDelivery, redeliver, replayDelivery } from './webhook-deliveries.ts'

export interface Place {
  owner: string
  repo: string
}

/** One repository and what people do in it: through the API and with git over HTTP, nothing else. */
export interface Playground {
  repository: string
  place: Place
  bareDir: string
  cloneUrl: string
  /** Head of the default branch when the repository was made; '' where it was made without a commit. */
  startHead: string
  as(role: PersonRole): Octokit
  openIssue(title: string, body: string, role?: PersonRole): Promise<number>
  label(number: number, role?: PersonRole): Promise<void>
  /** Opens and labels an issue, and waits for what the bot makes of it. */
  planIssue(title: string, body: string): Promise<number>
  say(number: number, role: PersonRole, text: string): Promise<void>
  /** What the bot wrote in an issue or pull request, oldest first, without its markers. */
  thread(number: number): Promise<string[]>
  labels(number: number): Promise<string[]>
  /** Clones a branch, writes the files (null deletes one) and pushes a commit on it, or `to` another branch. */
  push(role: PersonRole, branch: string, files: Record<string, string | null>, options?: PushOptions): Promise<string>
  pulls(): Promise<{ number: number; head: string; title: string; state: string; merged: boolean }[]>
  /** Number of a task's (`T1`) or the final (`base`) pull request of an issue's newest plan. */
  pullOf(issue: number, leaf: string): Promise<number>
  record(issue: number): Promise<IssRecord>
  execution(issue: number): Promise<ExecutionRecord>
  task(issue: number, id: string): Promise<ActionNode>
  /** Text of a file on the workflow branch, as `git show` has it. */
  readState(path: string): Promise<string>
  workflowHead(): Promise<string>
  settle(): Promise<void>
  /** Has GitHub deliver its newest webhook of that kind once more, under the same delivery id. */
  redeliver(event: string, action: string): Promise<void>
  /** Sends the newest webhook of that kind under a new delivery id and laid out anew, signed as GitHub signs. */
  replay(event: string, action: string): Promise<void>
}

export interface PushOptions {
  message?: string
  to?: string
  force?: boolean
}

/** `idle` resolves when nothing is left to do, as far as it can be seen from here. */
export type Running = Attached & { idle(): Promise<void> }

interface PlaygroundInput {
  name: string
  dir: string
  files?: Record<string, string>
  config?: string
  from?: string
  /** Without any commit. */
  isEmpty?: boolean
}

const workflow = 'refs/heads/countersign/workflow'

/** Makes a repository in a running sandbox and lets the App prepare it. */
export async function openPlayground(running: Running, input: PlaygroundInput): Promise<Playground> {
  const { sandbox } = running
  const files = {
    'README.md': `# ${input.name}\n`,
    ...input.files,
    ...(input.config === undefined ? {} : { '.github/countersign.yml': input.config }),
  }
  const source = input.from === undefined ? { files } : { from: input.from }
  const isEmpty = input.isEmpty === true
  const made = await sandbox.createRepository({ name: input.name, ...(isEmpty ? { isEmpty } : source) })
  const [owner = '', repo = ''] = made.repository.split('/')
  const place = { owner, repo }
  await running.idle()
  const clients = new Map<PersonRole, Octokit>()
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const as = (role: PersonRole): Octokit => {
    const client = clients.get(role) ?? new Octokit({ auth: sandbox.tokens[role], baseUrl: sandbox.url, log })
    clients.set(role, client)
    return client
  }
  const readState = (path: string) => readGit(made.dir, ['show', `${workflow}:${path}`])
  const record = async (issue: number) => IssRecordSchema.parse(JSON.parse(await readState(recordPath(issue))))
  const execution = async (issue: number) =>
    ExecutionRecordSchema.parse(JSON.parse(await readState(stateFilePaths(await record(issue)).execution)))
  const playground: Playground = {
    repository: made.repository,
    place,
    bareDir: made.dir,
    cloneUrl: made.git,
    startHead: isEmpty ? '' : await readGit(made.dir, ['rev-parse', 'HEAD']),
    as,
    settle: () => running.idle(),
    async openIssue(title, body, role = 'maintainer') {
      return (await as(role).rest.issues.create({ ...place, title, body })).data.number
    },
    async label(number, role = 'maintainer') {
      await as(role).rest.issues.addLabels({ ...place, issue_number: number, labels: ['countersign'] })
    },
    async planIssue(title, body) {
      const number = await playground.openIssue(title, body)
      await playground.label(number)
      await playground.settle()
      return number
    },
    async say(number, role, body) {
      await as(role).rest.issues.createComment({ ...place, issue_number: number, body })
      await playground.settle()
    },
    async thread(number) {
      const all = await as('reader').paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...place,
        issue_number: number,
        per_page: 100,
      })
      const own = all.filter((comment) => comment.user?.login === sandbox.app.botLogin)
      return own.map((comment) => (comment.body ?? '').replace(/^<!-- countersign:.*? -->\s*/, ''))
    },
    async labels(number) {
      const { data } = await as('reader').rest.issues.listLabelsOnIssue({ ...place, issue_number: number })
      return data.map((label) => label.name).toSorted()
    },
    push: (role, branch, changes, options = {}) =>
      pushFiles({ running, dir: input.dir, url: made.git, role, branch, changes, options }),
    async pulls() {
      const { data } = await as('reader').rest.pulls.list({ ...place, state: 'all', per_page: 100, direction: 'asc' })
      return data.map(({ number, head, title, state, merged_at: mergedAt }) => ({
        number,
        head: head.ref,
        title,
        state,
        merged: mergedAt !== null,
      }))
    },
    async pullOf(issue, leaf) {
      const { plan_id: planId } = await record(issue)
      const head = `countersign/${(planId ?? '').replace(/^SOL-(.+)-(\d+)$/, '$1/$2')}/${leaf}`
      const found = (await playground.pulls()).findLast((pull) => pull.head === head)
      if (found === undefined) throw new Error(`no pull request from ${head}`)
      return found.number
    },
    record,
    execution,
    async task(issue, id) {
      const node = (await execution(issue)).nodes[id]
      if (node?.kind !== 'ACTION') throw new Error(`there is no task ${id}`)
      return node
    },
    readState,
    workflowHead: () => readGit(made.dir, ['rev-parse', workflow]),
    async redeliver(event, action) {
      await redeliver(running, findDelivery(running, made.repository, event, action).id)
      await running.idle()
    },
    async replay(event, action) {
      await replayDelivery(running, findDelivery(running, made.repository, event, action))
      await running.idle()
    },
  }
  return playground
}

interface Push {
  running: Running
  dir: string
  url: string
  role: PersonRole
  branch: string
  changes: Record<string, string | null>
  options: PushOptions
}

async function pushFiles({ running, dir, url, role, branch, changes, options }: Push): Promise<string> {
  const { logins, tokens } = running.sandbox
  const clone = await mkdtemp(join(dir, 'clone-'))
  const git = (...args: string[]) => readGit(clone, args)
  try {
    const withToken = url.replace('http://', `http://${logins[role]}:${tokens[role]}@`)
    await runGit(['clone', '-q', '--branch', branch, withToken, clone])
    for (const [path, content] of Object.entries(changes)) {
      const file = join(clone, path)
      if (content === null) {
        await rm(file)
        continue
      }
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    await git('add', '--all')
    const author = ['-c', `user.name=${logins[role]}`, '-c', `user.email=${logins[role]}@example.com`]
    const amend = options.force === true ? ['--amend'] : []
    await git(...author, 'commit', '-q', ...amend, '-m', options.message ?? 'Change what was asked')
    const force = options.force === true ? ['--force'] : []
    const push = () => git('push', '-q', ...force, 'origin', `HEAD:refs/heads/${options.to ?? branch}`)
    if (branch === 'countersign/workflow') await pushAmongOthers(push, () => git(...author, 'pull', '-q', '--rebase'))
    else await push()
    const sha = await git('rev-parse', 'HEAD')
    await running.idle()
    return sha
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}

/** The App may commit at any time to the branch that is its own: who comes second puts theirs on top, as people do. */
async function pushAmongOthers(push: () => Promise<unknown>, putOnTop: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await push()
      return
    } catch (error) {
      if (tries === 10 || !/fetch first|non-fast-forward|cannot lock ref/.test(String(error))) throw error
    }
    await putOnTop()
  }
}
