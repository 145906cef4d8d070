import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}

/** The part of OTLP's `ExportTraceServiceRequest` in JSON that tests look at. */
interface TraceExport {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }[]
    }[]
  }[]
}

export interface SeenSpan {
  trace: string
  id: string
  parent: string | undefined
  name: string
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
}

/** A collector of OpenTelemetry's on loopback, which takes JSON. */
export interface TraceCollector extends AsyncDisposable {
  origin: string
  spans: SeenSpan[]
}

export async function startCollector(): Promise<TraceCollector> {
  const spans: SeenSpan[] = []
  const server = createServer((request, response) => {
    text(request)
      .then((body) => {
        if (request.url === '/v1/traces') spans.push(...readSpans(JSON.parse(body) as TraceExport))
        response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readSpans({ resourceSpans }: TraceExport): SeenSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        trace: traceId,
        id: spanId,
        parent: parentSpanId,
        name,
        attributes: namedValues(attributes),
        resource: namedValues(resource.attributes),
      })),
    ),
  )
}

function namedValues(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}
