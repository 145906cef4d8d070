import { roleAtLeast } from '../../configuration/sections/roles.ts'
import type { WorkEventOf } from '../draft/work-event.ts'

/**
 * Names who has no role that counts here and whose comment came to nothing, as far as they are answered: what was refused
 * once, and the list of commands once. `done`: something else of it was carried out, as the configuration may let readers.
 */
export function findOutsider({ by, commands }: WorkEventOf<'commands_given'>, done: boolean): string | undefined {
  if (done || roleAtLeast(by.role, 'triage')) return undefined
  return commands.some(({ kind }) => kind === 'help') ? `help:${by.id}` : String(by.id)
}
