import { expect, test } from 'vitest'
import { openTracing } from '../../../src/entrypoints/tracing/open-tracing.ts'

const log = { warn: () => undefined }
const wanted = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

test.each([
  ['nothing says where to', {}],
  ['the SDK is switched off', { ...wanted, OTEL_SDK_DISABLED: 'true' }],
  ['traces are', { ...wanted, OTEL_TRACES_EXPORTER: 'none' }],
])('nothing is traced where %s', async (_why, env) => {
  expect(await openTracing(env, log)).toBeUndefined()
})

test('a setting that is empty is not set', async () => {
  const tracing = await openTracing({ ...wanted, OTEL_TRACES_EXPORTER: '', OTEL_EXPORTER_OTLP_PROTOCOL: '' }, log)

  expect(tracing).toBeDefined()
  await tracing?.close()
})

test.each([
  [{ ...wanted, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"', 'http/protobuf'],
  [{ ...wanted, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL is "grpc"', '4318'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER is "zipkin"', 'otlp and none'],
])('what can’t be done is said with what can: %j', async (env, what, next) => {
  const fault = await openTracing(env, log).catch((error: unknown) => error)

  expect(fault).toMatchObject({ code: 'configuration_invalid' })
  expect(String(fault)).toContain(what)
  expect(JSON.stringify(fault) + String(fault)).toContain(next)
})
