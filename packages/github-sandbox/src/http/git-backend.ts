import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gitEnvironment } from '../git/run-git.ts'

export interface BackendRequest {
  /** Bare repository. */
  dir: string
  /** `/info/refs`, `/git-upload-pack` or `/git-receive-pack`. */
  service: string
  login: string
  /** True for Apps that may not touch workflow files. */
  refusesWorkflows: boolean
  /** Why rules forbid this push. */
  declined?: string
  /** File that is to hold `<before> <after> <ref>` for each ref that a push changed. */
  pushRecord?: string
}

/**
 * Runs `git http-backend` as CGI for one request. The answer streams; `finished` resolves when git has ended, which is
 * when refs are in their new places.
 */
export async function runGitBackend(
  request: Request,
  backend: BackendRequest,
): Promise<{ response: Response; finished: Promise<void> }> {
  const url = new URL(request.url)
  const length = request.headers.get('content-length')
  const optional = {
    CONTENT_TYPE: request.headers.get('content-type'),
    HTTP_CONTENT_ENCODING: request.headers.get('content-encoding'),
    GIT_PROTOCOL: request.headers.get('git-protocol'),
    // A chunked body has no length, and http-backend then reads to the end.
    CONTENT_LENGTH: length,
    SANDBOX_PUSH_RECORD: backend.pushRecord ?? null,
    SANDBOX_DECLINED: backend.declined ?? null,
    SANDBOX_REFUSES_WORKFLOWS: backend.refusesWorkflows ? '1' : null,
  }
  const child = spawn('git', ['http-backend'], {
    env: {
      ...gitEnvironment(),
      ...Object.fromEntries(Object.entries(optional).filter((entry): entry is [string, string] => entry[1] !== null)),
      GIT_PROJECT_ROOT: path.dirname(backend.dir),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${path.basename(backend.dir)}${backend.service}`,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      REMOTE_USER: backend.login,
      REMOTE_ADDR: '127.0.0.1',
    },
  })
  const finished = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  child.stderr.resume()
  const sending = request.body ? pipeline(request.body, child.stdin) : Promise.resolve(child.stdin.end())
  // git may answer and hang up before it has read everything: its answer says why.
  sending.catch(() => undefined)
  const { head, rest } = await readHead(child.stdout)

  return { response: parseHead(head, rest), finished }
}

/** CGI headers end at an empty line; what came after it already belongs to the body. */
async function readHead(stream: Readable): Promise<{ head: string; rest: ReadableStream<Uint8Array> }> {
  const iterator = stream[Symbol.asyncIterator]()
  let received = Buffer.alloc(0)
  let end = -1
  while (end < 0) {
    const next = await iterator.next()
    if (next.done) break
    received = Buffer.concat([received, Buffer.from(next.value as Uint8Array)])
    end = received.indexOf('\r\n\r\n')
  }
  const first = end >= 0 ? received.subarray(end + 4) : Buffer.alloc(0)
  const rest = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (first.length > 0) controller.enqueue(first)
    },
    pull: async (controller) => {
      const next = await iterator.next()
      if (next.done) controller.close()
      else controller.enqueue(new Uint8Array(next.value as Uint8Array))
    },
  })

  return { head: received.toString('latin1', 0, Math.max(0, end)), rest }
}

function parseHead(head: string, body: ReadableStream<Uint8Array>): Response {
  const headers = new Headers()
  let status = head === '' ? 500 : 200
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).trim()
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10)
    else if (colon > 0) headers.set(name, value)
  }

  return new Response(body, { status, headers })
}
