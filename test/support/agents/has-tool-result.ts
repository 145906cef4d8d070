import type { SeenCall } from '../models/scripted-provider.ts'

/** What a tool answered is among what is sent, in any dialect. */
export function hasToolResult({ body }: Pick<SeenCall, 'body'>): boolean {
  return /"function_call_output"|"role":"tool"|"tool_result"|"functionResponse"/.test(body)
}
