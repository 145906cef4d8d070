import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { untilStopped } from '../lifetime/until-stopped.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { serveMcpHttp } from './serve-http.ts'

export interface McpArguments {
  /** Path (also of a folder in a working copy), address, or `owner/name`. */
  repo: string
  /** Port on 127.0.0.1; standard input and output where it is left out. */
  http?: number | undefined
}

interface McpIo {
  env: Record<string, string | undefined>
  stderr: (text: string) => void
}

/** `countersign mcp`: ends when its input does, or when it is told to. */
export async function runMcp({ repo, http }: McpArguments, { env, stderr }: McpIo): Promise<number> {
  if (http !== undefined) {
    const served = await serveMcpHttp({ repo, env }, http)
    stderr(`countersign mcp: http://127.0.0.1:${served.port}/mcp\n`)
    await untilStopped()
    await served.close()
    return 0
  }
  const server = createMcpServer({ repo, env })
  const ended = new Promise<void>((resolve) => void process.stdin.on('end', resolve))
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
  return 0
}
