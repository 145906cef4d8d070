import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The user and group of the host that confined commands run as where the server is root. systemd and the distributions
 * give this number to nobody, and a container that maps 65,536 users has it (docs/decisions/0032).
 */
export const commandUser = 61_000

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Where the server is root, makes a folder and all in it the command user's; elsewhere they are one. By the system's
 * tool: it follows no link, and goes as deep as it must.
 */
export async function giveToCommandUser(dir: string): Promise<void> {
  if (!isRoot()) return
  await promisify(execFile)('chown', ['-hR', `${commandUser}:${commandUser}`, '--', dir])
}
