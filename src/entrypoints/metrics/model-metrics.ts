import { Counter, type Registry } from 'prom-client'
import type { ModelGateway, ModelRun, ModelRunReport } from '../../application/ports/models/model-gateway.ts'

/** The same gateway, and what its runs came to when they ended: by the same count as their receipts. */
export function createModelMetrics(register: Registry): (gateway: ModelGateway) => ModelGateway {
  const count = createCount(register)
  return (gateway) => ({
    models: gateway.models,
    hasRegistries: gateway.hasRegistries,
    open: async (order) => meterRun(await gateway.open(order), count),
    close: () => gateway.close(),
  })
}

/** Ends once, however often it is asked to: a run counts once. */
function meterRun(run: ModelRun, count: (report: ModelRunReport) => void): ModelRun {
  let ended: Promise<ModelRunReport> | undefined
  const end = () => {
    ended ??= run.end().then((report) => {
      count(report)
      return report
    })
    return ended
  }
  return {
    token: run.token,
    reach: run.reach,
    stopped: run.stopped,
    report: () => run.report(),
    end,
    async [Symbol.asyncDispose]() {
      // Where the gateway is gone nothing can be counted, and the run is over all the same.
      await end().catch(() => undefined)
      await run[Symbol.asyncDispose]()
    },
  }
}

function createCount(register: Registry): (report: ModelRunReport) => void {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `countersign_model_${name}_total`, help, labelNames, registers: [register] })
  const calls = counter('calls', 'Calls of models by runs that ended: passed on to a provider, or refused.', [
    'outcome',
  ])
  const tokens = counter('tokens', 'Tokens that providers told of, by kind: input (cached ones too), output.', ['kind'])
  const dollars = counter('cost_dollars', 'Dollars that calls with a price took.')
  const unknown = counter('unknown_cost_calls', 'Calls in no sum of dollars, by why: unpriced, unmetered.', ['why'])
  const stops = counter('stops', 'Runs that got no more of models, by why: a limit’s scope, or the provider.', ['why'])
  return ({ use, stop }) => {
    calls.inc({ outcome: 'passed_on' }, use.calls)
    calls.inc({ outcome: 'refused' }, use.refused)
    tokens.inc({ kind: 'input' }, use.tokens.input)
    tokens.inc({ kind: 'output' }, use.tokens.output)
    if (use.cost_usd !== null) dollars.inc(use.cost_usd)
    unknown.inc({ why: 'unpriced' }, use.unpriced)
    unknown.inc({ why: 'unmetered' }, use.unmetered)
    if (stop !== null) stops.inc({ why: stop.kind === 'limit' ? `limit_${stop.hit.scope}` : stop.kind })
  }
}
