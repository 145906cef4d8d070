import type { CommandLine } from '../text/find-command-lines.ts'
import { findMentions } from './find-mentions.ts'

/** Lines that speak to the bot and go on with a slash: `@countersign /approve T1`, from the slash on. Linear in the text. */
export function findAddressedCommands(body: string, bot: string): CommandLine[] {
  const addressed = findMentions(body, bot).filter(({ isAddressed, said }) => isAddressed && leadsToSlash(said))
  if (addressed.length === 0) return []
  const lines = body.split('\n')
  // Of the line as it was written: what it names may stand in backticks.
  return addressed.flatMap(({ line }) => {
    const written = lines[line - 1] ?? ''
    const name = written.toLowerCase().indexOf(`@${bot.toLowerCase()}`)
    const slash = written.slice(name).search(/[/／]/)
    return name === -1 || slash === -1 ? [] : [{ line, text: written.slice(name + slash).trimEnd() }]
  })
}

function leadsToSlash(said: string): boolean {
  return /^\s{0,20}[,:]?\s{0,20}[/／]/.test(said)
}
