import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Bench, compare, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { startChild } from '../stage/child.ts'
import { median } from '../stage/median.ts'
import { countExportCalls } from './calls.ts'
import { timeFirstRequest } from './first-request.ts'
import { readPeak, toldPeak } from './peak-memory.ts'
import { weighAction } from './whole-action.ts'
import { writeBundle, type WrittenBundle } from './write-files.ts'

const name = 'export'
const action = fileURLToPath(new URL('../../dist/action.js', import.meta.url))
const verifier = fileURLToPath(new URL('../../packages/countersign-verify/countersign-verify.mjs', import.meta.url))
/** Files, and bytes of each. */
const amountsOf: Record<Size, readonly [number, number]> = {
  small: [100, 5_000],
  usual: [2_000, 50_000],
  full: [10_000, 50_000],
}
const roundsOf: Record<Size, number> = { small: 1, usual: 3, full: 3 }
const run = promisify(execFile)

export const exportBench: Bench = {
  name,
  title: 'packing and verifying many files, the start of the Action, calls of /export',
  about: `2,000 files of 50 kB that can't be compressed (10,000 with \`--size full\`, which are 500 MB). \`pack\` is what an export does with its bytes: each file is read and held against its sha256 and its git blob, then all are packed into the archive, summed and written; without the calls to GitHub. Beside it stand \`sha256sum\` of the same files and \`cp\` of them, one after the other. \`verify\` is the verifier of one file as a process, on the bundle's folder, beside \`sha256sum --check\`. Medians of ${roundsOf.full} rounds, all warm. RSS is the most that the process held: that which packs, the verifier on the bundle’s folder and on the release with its archive, and the whole Action that exports as much from the sandbox GitHub, without the git that it starts. \`first request\` is the Action as it is built, from the start of its process. \`/export\` counts the calls of the App’s server to GitHub from the comment until all is at rest, for two tasks that deliver half of the files each; git’s own protocol (\`git …\`) is no call. Where a commit comes in between, the bundle is made again, which is up to 15 calls more.`,
  run: runExport,
}

async function runExport(tell: Tell, size: Size): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  try {
    const figures = await measureExport(dir, tell, size)
    tell('the Action as a whole')
    figures.push(await measureAction(dir, size))
    tell('/export')
    return [...figures, ...(await countExportCalls(name, size))]
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function measureExport(dir: string, tell: Tell, size: Size): Promise<Figure[]> {
  const [files, bytesEach] = amountsOf[size]
  const [bundleDir, out] = [join(dir, 'bundle'), join(dir, 'out')]
  await mkdir(out)
  tell(`${files} files`)
  const bundle = await writeBundle(bundleDir, files, bytesEach)
  const rounds = Array.from({ length: roundsOf[size] })
  const packed: { ms: number; peakRssBytes: number }[] = []
  const times = { plain: [] as number[], verify: [] as number[], check: [] as number[], first: [] as number[] }
  const peaks = { bundle: [] as number[], release: [] as number[] }
  const verify = async (folder: string, into: number[]): Promise<number> => {
    // 3: there is no anchor.
    const command = `NODE_OPTIONS="${toldPeak(join(dir, 'peak'))}" "${process.execPath}" "${verifier}" . > ../report || [ $? -eq 3 ]`
    const ms = await timed(command, folder)
    into.push(await readPeak(join(dir, 'peak')))
    return ms
  }
  for (const _round of rounds) {
    times.plain.push(
      await timed('find Write_much* -type f -print0 | xargs -0 sha256sum > ../sums && cp -r . ../copy', bundleDir),
    )
    await rm(join(dir, 'copy'), { recursive: true })
    packed.push(await packOnce({ dir: bundleDir, to: out, bundle }))
    times.check.push(await timed('sha256sum --check --quiet ../sums', bundleDir))
    times.verify.push(await verify(bundleDir, peaks.bundle))
    times.first.push(await timeFirstRequest(action))
  }
  await verify(out, peaks.release)
  const what = `${files} files of ${bytesEach / 1000} kB`
  const beside = (kind: string, ms: number, peer: number, most: number): Figure => {
    const figure = compare({
      bench: name,
      case: `${kind}, ${what}`,
      figure: Math.round(ms),
      unit: 'ms',
      peer: Math.round(peer),
    })
    return { ...figure, target: `≤ ${most} × peer`, met: (figure.ratio ?? Infinity) <= most }
  }
  const held = (kind: string, mebibytes: number) =>
    measure({ bench: name, case: `${kind}, ${what}`, figure: Math.round(mebibytes), unit: 'MiB RSS', target: 250 })
  return [
    beside('pack', median(packed.map(({ ms }) => ms)), median(times.plain), 1.5),
    held('pack', median(packed.map(({ peakRssBytes }) => peakRssBytes)) / 1024 / 1024),
    beside('verify', median(times.verify), median(times.check), 1.2),
    held('verify', median(peaks.bundle)),
    held('verify the release', median(peaks.release)),
    measure({ bench: name, case: 'first request', figure: Math.round(median(times.first)), unit: 'ms', target: 250 }),
    ...(await Promise.all([action, verifier].map(measureBuilt))),
  ]
}

async function measureAction(dir: string, size: Size): Promise<Figure> {
  const [files, bytesEach] = amountsOf[size]
  const figure = await weighAction(dir, action, files, bytesEach)
  const about = `the Action as a whole, ${files} files of ${bytesEach / 1000} kB`
  return measure({ bench: name, case: about, figure, unit: 'MiB RSS', target: 400 })
}

async function measureBuilt(path: string): Promise<Figure> {
  const kilobytes = Math.round((await stat(path)).size / 1000)
  return measure({ bench: name, case: path.split('/').at(-1) ?? path, figure: kilobytes, unit: 'kB', target: 2000 })
}

async function packOnce(question: { dir: string; to: string; bundle: WrittenBundle }) {
  await using child = startChild<typeof question, { ms: number; peakRssBytes: number }>(
    new URL('pack.ts', import.meta.url),
  )
  return await child.ask(question)
}

async function timed(command: string, cwd: string): Promise<number> {
  const started = performance.now()
  await run('sh', ['-c', command], { cwd })
  return performance.now() - started
}
