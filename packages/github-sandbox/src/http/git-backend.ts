import path from 'node:path'
import { runHttpBackend } from '../git/run-git.ts'

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

/** What `git http-backend` answers as CGI to one request; by then refs are in their new places. */
export async function runGitBackend(request: Request, backend: BackendRequest): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  const optional = {
    CONTENT_TYPE: request.headers.get('content-type'),
    HTTP_CONTENT_ENCODING: request.headers.get('content-encoding'),
    GIT_PROTOCOL: request.headers.get('git-protocol'),
    SANDBOX_PUSH_RECORD: backend.pushRecord ?? null,
    SANDBOX_DECLINED: backend.declined ?? null,
    SANDBOX_REFUSES_WORKFLOWS: backend.refusesWorkflows ? '1' : null,
  }
  const variables = {
    ...Object.fromEntries(Object.entries(optional).filter((entry): entry is [string, string] => entry[1] !== null)),
    GIT_PROJECT_ROOT: path.dirname(backend.dir),
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `/${path.basename(backend.dir)}${backend.service}`,
    QUERY_STRING: new URL(request.url).search.slice(1),
    REQUEST_METHOD: request.method,
    REMOTE_USER: backend.login,
    REMOTE_ADDR: '127.0.0.1',
    // A chunked body has none of its own, and http-backend reads to the end of what is given.
    CONTENT_LENGTH: String(body.length),
  }

  return readAnswer(Buffer.from(await runHttpBackend(variables, body)))
}

/** CGI headers end at an empty line; the body follows. */
function readAnswer(bytes: Buffer<ArrayBuffer>): Response {
  const end = bytes.indexOf('\r\n\r\n')
  return parseHead(bytes.subarray(0, Math.max(0, end)).toString('latin1'), end < 0 ? bytes : bytes.subarray(end + 4))
}

function parseHead(head: string, body: Uint8Array<ArrayBuffer>): Response {
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
