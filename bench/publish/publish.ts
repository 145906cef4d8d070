import { composeCreatePullRequest } from 'octokit-plugin-create-pull-request'
import { type Bench, compare, type Figure, type Size, type Tell } from '../bench.ts'
import { median } from '../stage/median.ts'
import { openPublishStage, type PublishStage } from './publish-stage.ts'

const name = 'publish'
const roundsOf: Record<Size, number> = { small: 1, usual: 5, full: 5 }
const latencyMs = 50

interface Publication {
  title: string
  files: number
  /** Modes that GraphQL can't express send ours through the trees API. */
  executable: boolean
}

const usual: readonly Publication[] = [
  { title: 'N=1', files: 1, executable: false },
  { title: 'N=10', files: 10, executable: false },
  { title: 'N=10, executable', files: 10, executable: true },
  { title: 'N=100', files: 100, executable: false },
]

const publicationsOf: Record<Size, readonly Publication[]> = {
  small: usual.filter(({ files, executable }) => files === 1 || executable),
  usual,
  full: usual,
}

/** One publication and what it took. */
interface Round {
  calls: number
  ms: number
}

type Publisher = (
  stage: PublishStage,
  branch: string,
  files: ReadonlyMap<string, string>,
  mode: Mode,
) => Promise<number>
type Mode = '100644' | '100755'

export const publishBench: Bench = {
  name,
  title: 'files to a branch and a pull request, beside a plugin of Octokit',
  about: `Writing N files of about 1 KB to a new branch and opening a pull request, beside \`octokit-plugin-create-pull-request\` with the same token on the same sandbox in the same run: the median of ${roundsOf.usual} rounds, taken in turns after one to warm up, without latency and with ${latencyMs} ms added to each answer. Ours is given the commit to start from, as it is at work; the plugin looks for it.`,
  run: runPublish,
}

async function runPublish(tell: Tell, size: Size): Promise<Figure[]> {
  const atOnce = await measureAll(0, size, tell)
  const late = await measureAll(latencyMs, size, tell)
  return publicationsOf[size].flatMap(({ title }, index) => {
    const [near, far] = [atOnce[index], late[index]]
    if (near === undefined || far === undefined) return []
    const figure = (unit: string, ours: number, peer: number) =>
      compare({ bench: name, case: title, figure: ours, unit, peer })
    return [
      figure('calls', near.ours.calls, near.peer.calls),
      figure('ms', near.ours.ms, near.peer.ms),
      figure(`ms at ${latencyMs} ms a call`, far.ours.ms, far.peer.ms),
    ]
  })
}

async function measureAll(latency: number, size: Size, tell: Tell): Promise<{ ours: Round; peer: Round }[]> {
  await using stage = await openPublishStage(latency)
  const measured = []
  for (const publication of publicationsOf[size]) {
    tell(`${publication.title} at ${latency} ms a call`)
    const [ours, peer]: [Round[], Round[]] = [[], []]
    for (let round = 0; round <= roundsOf[size]; round += 1) {
      const a = await measureRound(stage, publication, publishOurs)
      const b = await measureRound(stage, publication, publishTheirs)
      if (round === 0) continue
      ours.push(a)
      peer.push(b)
    }
    measured.push({ ours: middle(ours), peer: middle(peer) })
  }
  return measured
}

function middle(taken: readonly Round[]): Round {
  return { calls: median(taken.map((round) => round.calls)), ms: Math.round(median(taken.map((round) => round.ms))) }
}

let made = 0

async function measureRound(stage: PublishStage, publication: Publication, publish: Publisher): Promise<Round> {
  made += 1
  const branch = `countersign/bench/${made}`
  const files = new Map(
    Array.from({ length: publication.files }, (_, index) => [
      `files/${made}/${index}.txt`,
      `${made} ${index}\n`.repeat(150),
    ]),
  )
  const mark = stage.requests.length
  const started = performance.now()
  const number = await publish(stage, branch, files, publication.executable ? '100755' : '100644')
  const round = { ms: performance.now() - started, calls: stage.requests.length - mark }
  const pull = await stage.octokit.rest.pulls.get({ ...stage.place, pull_number: number })
  if (pull.data.changed_files !== publication.files)
    throw new Error(`#${number} changes ${pull.data.changed_files} files`)
  return round
}

const text = { title: 'Write files', body: 'For the bench.' }

async function publishOurs(stage: PublishStage, branch: string, files: ReadonlyMap<string, string>, mode: Mode) {
  const published = await stage.pullRequests.publish(
    stage.repository,
    {
      branch,
      parent: null,
      parentBase: null,
      base: stage.baseSha,
      files: [...files].map(([path, content]) => ({
        path,
        status: 'added' as const,
        previous_path: null,
        mode,
        size: content.length,
        sha256: null,
        blob: null,
        bytes: Buffer.from(content),
      })),
      headline: text.title,
      body: text.body,
      pullRequest: { into: 'main', ...text },
    },
    false,
  )
  if (published.pullRequest === null) throw new Error('no pull request was opened')
  return published.pullRequest
}

async function publishTheirs(stage: PublishStage, branch: string, files: ReadonlyMap<string, string>, mode: Mode) {
  const plain = [...files].map(([path, content]) => {
    const file = mode === '100644' ? content : { content, encoding: 'utf-8' as const, mode }
    return [path, file] as const
  })
  const changes = { commit: `${text.title}\n\n${text.body}`, files: Object.fromEntries(plain) }
  const made = await composeCreatePullRequest(stage.octokit, {
    ...stage.place,
    ...text,
    head: branch,
    base: 'main',
    changes,
  })
  if (made === null) throw new Error('no pull request was opened')
  return made.data.number
}
