import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Readiness } from '../intake/create-readiness.ts'
import type { Metrics } from '../metrics/create-metrics.ts'

interface Page {
  status: 200 | 404 | 500 | 503
  contentType: string
  body: string
}

/** What `createStatusPages` answers; everything else is 404. */
export const statusPaths: readonly string[] = ['/healthz', '/readyz', '/metrics', '/public-keys']

type MakePage = () => Page | Promise<Page>

const plainText = 'text/plain; charset=UTF-8'

/** What those who run a process ask it, `/healthz`, `/readyz` and `/metrics`; and for everybody `/public-keys`, a line each. */
export function createStatusPages(
  readiness: () => Promise<Readiness>,
  metrics: Pick<Metrics, 'render'>,
  publicKeys: readonly string[],
): RequestListener {
  const pages = new Map<string, MakePage>([
    ['/healthz', () => renderJson(200, { status: 'ok' })],
    [
      '/readyz',
      async () => {
        const answer = await readiness()
        return renderJson(answer.ready ? 200 : 503, answer)
      },
    ],
    [
      '/metrics',
      async () => {
        const { text, contentType } = await metrics.render()
        return { status: 200, contentType, body: text }
      },
    ],
    ['/public-keys', () => renderText(200, publicKeys.map((key) => `${key}\n`).join(''))],
  ])
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const [path = ''] = (request.url ?? '').split('?')
    void answerPage(request, response, isRead ? pages.get(path) : undefined)
  }
}

async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  make: MakePage | undefined,
): Promise<void> {
  const { status, contentType, body } = await makePage(make)
  const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }
  // A body that somebody still sends is nobody's to read.
  response.writeHead(status, request.complete ? headers : { ...headers, connection: 'close' }).end(body)
}

async function makePage(make: MakePage | undefined): Promise<Page> {
  if (make === undefined) return renderText(404, '404 Not Found')
  try {
    return await make()
  } catch {
    return renderText(500, 'it could not be told')
  }
}

function renderJson(status: Page['status'], value: unknown): Page {
  return { status, contentType: 'application/json', body: JSON.stringify(value) }
}

function renderText(status: Page['status'], body: string): Page {
  return { status, contentType: plainText, body }
}
