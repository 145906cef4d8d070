import type { SeenCall } from '../models/scripted-provider.ts'
import { hasToolResult } from './has-tool-result.ts'
import type { ScriptedTurn } from '../models/scripted-turn.ts'

interface Tool {
  name: string
  /** What it is known by, where others have one of its name. */
  beside?: string
  fill: (path: string, text: string) => Record<string, unknown>
}

const shell = (path: string, text: string) => `cat > ${path} <<'MADE'\n${text}MADE\n`

/** Of each agent the tool that it writes a file with, by the name that it offers it to the model by. */
const tools: readonly Tool[] = [
  { name: 'write_file', beside: 'replace_text', fill: (path, text) => ({ path, text }) },
  { name: 'exec_command', fill: (path, text) => ({ cmd: shell(path, text) }) },
  { name: 'shell_command', fill: (path, text) => ({ command: shell(path, text) }) },
  { name: 'Write', fill: (path, text) => ({ file_path: `/work/${path}`, content: text }) },
  { name: 'write_file', fill: (path, text) => ({ file_path: `/work/${path}`, content: text }) },
  { name: 'create', fill: (path, text) => ({ path: `/work/${path}`, file_text: text }) },
  { name: 'write_to_file', fill: (path, text) => ({ path: `/work/${path}`, content: text }) },
  { name: 'write', fill: (path, text) => ({ filePath: `/work/${path}`, path: `/work/${path}`, content: text }) },
  { name: 'editor', fill: (path, text) => ({ command: 'create', path: `/work/${path}`, new_text: text }) },
  { name: 'bash', fill: (path, text) => ({ command: shell(path, text), description: 'writes it' }) },
]

/**
 * A model that has an agent write one file, with the tool that the agent offers it, and then says that it is done.
 * A call without tools is a side call (a title, a summary) and gets a word.
 */
export function writeFileTurn(call: SeenCall, path: string, text: string): ScriptedTurn {
  const offered = tools.find(({ name, beside = name }) => call.body.includes(`"name":"${beside}"`))
  if (offered === undefined) return { kind: 'answer', text: 'Fine.' }
  if (hasToolResult(call)) return { kind: 'answer', text: 'The file is written.' }
  return { kind: 'answer', tools: [{ name: offered.name, input: offered.fill(path, text) }] }
}
