import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'

/**
 * Writes a git object as git does (header, SHA-1, zlib, renamed into place) without starting a process for each,
 * which is what makes commits of many files quick; nor does it go through the thread pool five times for some bytes.
 */
export function writeLooseObject(dir: string, type: 'blob' | 'tree' | 'commit' | 'tag', bytes: Uint8Array): string {
  const whole = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])
  const sha = createHash('sha1').update(whole).digest('hex')
  const folder = path.join(dir, 'objects', sha.slice(0, 2))
  const file = path.join(folder, sha.slice(2))
  if (existsSync(file)) return sha
  const unfinished = path.join(folder, `tmp_obj_${randomUUID()}`)
  const write = () => writeFileSync(unfinished, deflateSync(whole, { level: 1 }), { mode: 0o444 })
  try {
    write()
  } catch {
    // The first one of its folder.
    mkdirSync(folder, { recursive: true })
    write()
  }
  renameSync(unfinished, file)

  return sha
}
