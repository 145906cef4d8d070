import { readdir, readFile } from 'node:fs/promises'

const everyMs = 250
/** Linux has it so on every machine that Node 24 runs on but some ARM servers, which count in larger ones. */
const pageBytes = 4096

/**
 * Calls `end` once a process and all that it began hold more memory than so many bytes. Counted is what is theirs alone;
 * files that they only read aren't, and what they write to a `tmpfs` has a limit of its own. Where there is no /proc
 * nothing is counted.
 */
export function watchMemory(leader: number | undefined, maxBytes: number, end: () => void): Disposable {
  let isLooking = false
  async function look(pid: number): Promise<void> {
    const tree = await findTree(pid)
    if ((await sum(tree, measureOwn)) <= maxBytes) return
    // What forks share is counted in each of them: looked at closely only where it matters, since it costs more.
    if ((await sum(tree, measureShare)) > maxBytes) end()
  }
  const timer = setInterval(() => {
    if (isLooking || leader === undefined) return
    isLooking = true
    void look(leader).finally(() => (isLooking = false))
  }, everyMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** The process and its descendants; whoever lost its parent in a namespace has its first process as parent. */
async function findTree(leader: number): Promise<number[]> {
  const children = await readFamilies()
  const found: number[] = []
  const open = [leader]
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    found.push(pid)
    open.push(...(children.get(pid) ?? []))
  }
  return found
}

let known: { at: number; families: Promise<Map<number, number[]>> } | undefined

/** One look at all processes serves all that are watched at that moment. */
function readFamilies(): Promise<Map<number, number[]>> {
  const now = performance.now()
  if (known === undefined || now - known.at > everyMs / 2) known = { at: now, families: listFamilies() }
  return known.families
}

async function listFamilies(): Promise<Map<number, number[]>> {
  const names = await readdir('/proc').catch(() => [])
  const families = new Map<number, number[]>()
  await Promise.all(
    names.map(async (name) => {
      if (!/^\d+$/.test(name)) return
      const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      families.set(parent, [...(families.get(parent) ?? []), Number(name)])
    }),
  )
  return families
}

async function sum(pids: readonly number[], measure: (pid: number) => Promise<number>): Promise<number> {
  return (await Promise.all(pids.map(measure))).reduce((total, bytes) => total + bytes, 0)
}

/** What is resident, without files and shared segments. */
async function measureOwn(pid: number): Promise<number> {
  const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => ''))
    .split(' ')
    .map(Number)
  return (resident - shared) * pageBytes
}

/** Its share of anonymous memory, what several have counted once; where that can't be read, all of its own. */
async function measureShare(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
  const kilobytes = /^Pss_Anon:\s+(\d+) kB$/m.exec(text)?.[1]
  return kilobytes === undefined ? measureOwn(pid) : Number(kilobytes) * 1024
}
