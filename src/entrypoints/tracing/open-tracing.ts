import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api'
import type { IdGenerator } from '@opentelemetry/sdk-trace-node'
import type { Logger } from 'pino'
import { CountersignFault } from '../../application/fault.ts'
import { findRootTraceId } from '../../application/spans.ts'
import { loadOptional } from '../settings/missing-package.ts'

type Variables = Record<string, string | undefined>

export interface Tracing {
  /** Sends what is still to be sent. */
  close(): Promise<void>
}

const protocols = ['http/protobuf', 'http/json'] as const
const packages = ['resources', 'sdk-trace-node', 'exporter-trace-otlp-proto', 'exporter-trace-otlp-http'].map(
  (name) => `@opentelemetry/${name}`,
)

/**
 * Exports traces where the environment says so, by the names that OpenTelemetry's specification has (`OTEL_*`); all but
 * those read here are read by its SDK. Throws `configuration_invalid` for what can't be done here.
 */
export async function openTracing(env: Variables, log: Pick<Logger, 'warn'>): Promise<Tracing | undefined> {
  if (!isWanted(env)) return undefined
  const exporter = await loadExporter(findProtocol(env))
  const { BatchSpanProcessor, NodeTracerProvider, RandomIdGenerator } = await loadPart(
    () => import('@opentelemetry/sdk-trace-node'),
  )
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await loadPart(
    () => import('@opentelemetry/resources'),
  )
  // A collector that is away is told of here, and holds up nothing.
  const say = (message: string) => log.warn({ why: message.slice(0, 500) }, 'OpenTelemetry')
  diag.setLogger({ error: say, warn: say, info() {}, debug() {}, verbose() {} }, { logLevel: DiagLogLevel.WARN })
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'countersign' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
    idGenerator: createIds(new RandomIdGenerator()),
  })
  provider.register()
  return {
    async close() {
      await provider.shutdown().catch((error: unknown) => say(String(error)))
      trace.disable()
      context.disable()
      propagation.disable()
      diag.disable()
    },
  }
}

/** A trace that begins with a webhook has the id of its delivery. */
function createIds(random: IdGenerator): IdGenerator {
  return {
    generateTraceId: () => findRootTraceId() ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
  }
}

function isWanted(env: Variables): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false
  const exporter = env['OTEL_TRACES_EXPORTER']
  if (exporter === 'none') return false
  if (exporter && exporter !== 'otlp')
    throw invalid(`OTEL_TRACES_EXPORTER is ${JSON.stringify(exporter)}`, 'Countersign has otlp and none')
  // Set to nothing is not set, by the specification.
  return Boolean(exporter || env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
}

function findProtocol(env: Variables): (typeof protocols)[number] {
  const name = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const given = env[name] || 'http/protobuf'
  const protocol = protocols.find((one) => one === given)
  if (protocol !== undefined) return protocol
  throw invalid(
    `${name} is ${JSON.stringify(given)}`,
    `Countersign has ${protocols.join(' and ')}; collectors take them at port 4318`,
  )
}

async function loadExporter(protocol: (typeof protocols)[number]) {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await loadPart(() => import('@opentelemetry/exporter-trace-otlp-http'))
      : await loadPart(() => import('@opentelemetry/exporter-trace-otlp-proto'))
  return new OTLPTraceExporter()
}

/** Servers without traces go without the packages. */
function loadPart<T>(load: () => Promise<T>): Promise<T> {
  return loadOptional(packages, 'OTEL_*', load)
}

function invalid(what: string, next: string): CountersignFault {
  return new CountersignFault('configuration_invalid', what, next)
}
