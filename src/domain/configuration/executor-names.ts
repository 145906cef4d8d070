import { recordText } from '../language/message.ts'

/** Agents that this version knows how to start; whether one is there is the server's to say (docs/agents.md). */
export const agentNames = ['claude', 'cline', 'codex', 'copilot', 'gemini', 'opencode', 'pi', 'qwen'] as const

/** Executors that come with this version, by the names that plans, `/assign` and the configuration give. */
export const executorNames: readonly string[] = ['human', 'patch', 'shell', 'model', ...agentNames]

/** Executors that this server knows, and why some of them can't work on it now, as clauses after their names. */
export interface ExecutorsHere {
  readonly executors: readonly string[]
  readonly lacking?: Readonly<Record<string, string>>
}

/** A person by login, or an executor of that list. */
export function isKnownExecutor(name: string, known: readonly string[] = executorNames): boolean {
  return name.startsWith('@') || known.includes(name)
}

/** What names an executor looks like: those of a server's own recipes are known to that server alone. */
export const executorNamePattern = /^(?:@\S{1,100}|[a-z][a-z0-9_-]{0,39})$/

/** Those that can work here now, for sentences about one that can't. */
export function listExecutors({ executors, lacking = {} }: ExecutorsHere = { executors: executorNames }): string {
  const able = executors.filter((name) => lacking[name] === undefined)
  return recordText('there are {names}; a person is named as `@login`', { names: able.join(', ') })
}
