/** What a scripted provider answers to one call. */
export type ScriptedTurn =
  | {
      kind: 'answer'
      text?: string
      /** Calls of the agent's own tools. */
      tools?: readonly { name: string; input: Record<string, unknown> }[]
      /** Null: says nothing of tokens. */
      usage?: ScriptedUsage | null
    }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Anything, with any type. */
  | { kind: 'raw'; type: string; body: string; headers?: Record<string, string> }
  /** Takes the call and says nothing. */
  | { kind: 'hang' }
  /** Begins an answer, and then: breaks the connection off, says nothing more, or never ends. */
  | { kind: 'begun'; text: string; next: 'cut' | 'silence' | 'endless' | 'end' }

export interface ScriptedUsage {
  /** All of it, cached tokens too. */
  input: number
  cached: number
  output: number
  reasoning: number
}

export const usualUsage: ScriptedUsage = { input: 1000, cached: 200, output: 50, reasoning: 10 }
