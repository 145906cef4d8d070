import { findRole, type Recording } from './recording.ts'
import { type CallServer, serveCalls } from './serve-calls.ts'

export interface Replayer extends CallServer {
  /** Questions that the recording has no answer to. */
  missed: string[]
}

/** Answers as they were recorded: to each role in each case in their order, whatever is asked. */
export async function replayAnswers({ answers }: Recording, currentCase: () => string): Promise<Replayer> {
  const left = [...answers]
  const missed: string[] = []
  const server = await serveCalls((_request, body, response) => {
    const name = currentCase()
    const role = findRole(body)
    const at = left.findIndex((one) => one.case === name && one.role === role)
    const [found] = at === -1 ? [] : left.splice(at, 1)
    if (found === undefined) {
      missed.push(`${name}, ${role}`)
      const message = `the recording has no more answers of the ${role} in ${name}: prompts or stages are others now`
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
    } else response.writeHead(found.status, { 'content-type': found.type }).end(found.body)
    return Promise.resolve()
  })
  return { ...server, missed }
}
