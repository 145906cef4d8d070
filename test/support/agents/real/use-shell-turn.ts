import { hasToolResult } from '../has-tool-result.ts'
import type { SeenCall } from '../../models/scripted-provider.ts'
import type { ScriptedTurn } from '../../models/scripted-turn.ts'

/** Of each agent the tool that it runs a command with, by the name that it offers it to the model by. */
const shells: readonly { name: string; fill: (command: string) => Record<string, unknown> }[] = [
  { name: 'run_command', fill: (command) => ({ command }) },
  { name: 'exec_command', fill: (cmd) => ({ cmd }) },
  { name: 'shell_command', fill: (command) => ({ command }) },
  { name: 'run_shell_command', fill: (command) => ({ command, description: 'runs it', is_background: false }) },
  { name: 'Bash', fill: (command) => ({ command, description: 'runs it' }) },
  { name: 'run_commands', fill: (command) => ({ commands: [command] }) },
  { name: 'execute_command', fill: (command) => ({ command, requires_approval: false }) },
  { name: 'bash', fill: (command) => ({ command, description: 'runs it' }) },
]

/** A model that has an agent run a command in a shell, and then says that it is done. Side calls get a word. */
export function useShellTurn({ body }: SeenCall, command: string): ScriptedTurn {
  const offered = shells.find(({ name }) => body.includes(`"name":"${name}"`))
  if (offered === undefined) return { kind: 'answer', text: 'Fine.' }
  if (hasToolResult({ body })) return { kind: 'answer', text: 'It was run, and all is well.' }
  return { kind: 'answer', tools: [{ name: offered.name, input: offered.fill(command) }] }
}
