import { type ParsedComment, parseSlashCommands } from '../../../domain/commands/parse-slash-commands.ts'
import type { CommandThread } from '../../../domain/commands/parsed-command.ts'
import { rememberParsed } from '../../state/parsed-texts.ts'

/** Under which the commands of a comment are remembered: they depend on where it stands. */
const kinds: Record<CommandThread, object> = { issue: {}, pull_request: {} }
/** Those in which speaking to the bot counts; it has one name. */
const spoken: Record<CommandThread, object> = { issue: {}, pull_request: {} }

/**
 * Commands of a comment; `bot` is what it is called in a mention. Several ask for those of one comment, from the webhook
 * on; its text is parsed once.
 */
export function readCommands(body: string, where: CommandThread, bot?: string): ParsedComment {
  if (bot === undefined) return rememberParsed(kinds[where], body, () => parseSlashCommands(body, where))
  return rememberParsed(spoken[where], body, () => parseSlashCommands(body, where, bot))
}
