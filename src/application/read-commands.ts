import { parseSlashCommands } from '../domain/parse-slash-commands.ts'
import { rememberParsed } from './parsed-texts.ts'

type Where = Parameters<typeof parseSlashCommands>[1]

/** Under which the commands of a comment are remembered: they depend on where it stands. */
const kinds: Record<Where, object> = { issue: {}, pull_request: {} }

/** Commands of a comment. Several ask for those of one comment, from the webhook on; its text is parsed once. */
export function readCommands(body: string, where: Where): ReturnType<typeof parseSlashCommands> {
  return rememberParsed(kinds[where], body, () => parseSlashCommands(body, where))
}
