import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

/** What a tool came to as JSON text; what it threw, as an error that the model reads. */
export async function answerTool(act: () => unknown): Promise<CallToolResult> {
  try {
    const value = await act()
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    return { content: [{ type: 'text', text }] }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { isError: true, content: [{ type: 'text', text }] }
  }
}
