import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { CountersignFault } from './fault.ts'

// Spans of OpenTelemetry (decision 137). Where nobody exports them, all of this does nothing.
const tracer = trace.getTracer('countersign')
const rootTraceIds = new AsyncLocalStorage<string>()

export interface SpanOrder {
  name: string
  attributes: Attributes
  /** W3C `traceparent` of what led to it; where one is in no other trace than its surroundings, it is a part of those. */
  ledBy?: string | undefined
  /** It is no part of its surroundings, which are whoever took it up: what led to it, the first of them its parent. */
  origin?: {
    traceparents: readonly string[]
    /** The webhook that it begins with: where nothing led to that, the trace has its id, so that one finds the other. */
    delivery: string | undefined
  }
}

/** Does something as one span. Of what it throws a span names the kind alone: texts may hold what nobody else may see. */
export function inSpan<T>(order: SpanOrder, act: () => Promise<T>): Promise<T> {
  const { name, attributes, origin } = order
  const [parent, ...others] = (origin?.traceparents ?? []).map(readTraceparent)
  const links = others.flatMap((one) => trace.getSpanContext(one) ?? []).map((linked) => ({ context: linked }))
  const around = origin === undefined ? findSurroundings(order.ledBy) : (parent ?? ROOT_CONTEXT)
  const start = () =>
    tracer.startActiveSpan(name, { attributes, links }, around, async (span) => {
      try {
        return await act()
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: nameError(error) })
        throw error
      } finally {
        span.end()
      }
    })
  const id = parent === undefined ? origin?.delivery?.replaceAll('-', '').toLowerCase() : undefined
  return id !== undefined && /^(?!0{32})[0-9a-f]{32}$/.test(id) ? rootTraceIds.run(id, start) : start()
}

function findSurroundings(ledBy: string | undefined): Context {
  const active = context.active()
  if (ledBy === undefined) return active
  const parent = readTraceparent(ledBy)
  return trace.getSpanContext(parent)?.traceId === trace.getSpanContext(active)?.traceId ? active : parent
}

/** The id that the trace which begins here is to have; any, where undefined. */
export function findRootTraceId(): string | undefined {
  return rootTraceIds.getStore()
}

/** What whoever goes on with this elsewhere or later is to give as a parent; undefined where nobody traces. */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** The id of the trace, for lines of the log. */
export function currentTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** Tells afterwards of a request that was made from where this is called; `ms` ago it began. */
export function createRequestSpans(): (name: string, ms: number, attributes: Attributes, isFailed: boolean) => void {
  const around = context.active()
  return (name, ms, attributes, isFailed) => {
    const startTime = Date.now() - ms
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes }, around)
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

function readTraceparent(traceparent: string) {
  return propagation.extract(ROOT_CONTEXT, { traceparent })
}

function nameError(error: unknown): string {
  if (error instanceof CountersignFault) return error.code
  return error instanceof Error ? error.name : 'Error'
}
