import { join, resolve } from 'node:path'
import type { GatewayOptions } from '../../../adapters/models/gateway/gateway-options.ts'
import type { LedgerReader } from '../../../adapters/models/ledger/read-ledger.ts'
import { priceCall } from '../../../adapters/models/prices/price-call.ts'
import { probeProvider } from '../../../adapters/models/upstream/probe-provider.ts'
import {
  findMost,
  type LimitReport,
  type ModelReport,
  type ModelsReport,
} from '../../../domain/models/models-report.ts'
import { amounts, spendScopes } from '../../../domain/models/spend-limits.ts'
import type { Terminal } from '../../../views/terminal/plan-text.ts'
import { renderModelsText } from '../../../views/terminal/models-text.ts'
import { ledgerFileName } from '../../models/open-models.ts'
import { readModelOptions } from '../../models/read-model-options.ts'
import { parseModelSettings } from '../../settings/parse-settings.ts'
import type { CommandIo } from '../verify.ts'
import { withLedger } from './costs.ts'

/** `countersign models`: exit code 0 all providers answer, 1 one doesn't, or no model is named; throws where the settings are wrong. */
export async function runModels(
  { json }: { json?: boolean },
  io: CommandIo & { terminal: Terminal; now: () => string },
  probe: typeof probeProvider = probeProvider,
): Promise<number> {
  const settings = parseModelSettings(io.env)
  const options = await readModelOptions(settings, io.env)
  const file = resolve(join(settings.DATA_DIR, ledgerFileName))
  const report = await look(options, file, io.now().slice(0, 10), probe)
  io.stdout(json === true ? `${JSON.stringify(report, null, 2)}\n` : renderModelsText(report, io.terminal))
  return report.models.length > 0 && report.providers.every(({ state }) => state === 'answers') ? 0 : 1
}

async function look(
  options: GatewayOptions | null,
  file: string,
  day: string,
  probe: typeof probeProvider,
): Promise<ModelsReport> {
  if (options === null) return { schema_version: 1, providers: [], models: [], other_models: null, limits: [] }
  const providers = await Promise.all(
    options.providers.map(async (provider) => {
      const { name, kind, baseUrl: address } = provider
      return { name, kind, address: hideUser(address), ...(await probe(provider)) }
    }),
  )
  const { otherModels } = options
  return {
    schema_version: 1,
    providers,
    models: options.models.map((model) => describeModel(model, options)),
    other_models: otherModels === 'refused' ? null : otherModels.mappedTo,
    limits: withLedger(file, (ledger) => describeLimits(options, ledger, day)),
  }
}

/** A million tokens at the rates of a short call: prices may rise with a call's length. */
function describeModel(
  { name, provider, upstream, price: own }: GatewayOptions['models'][number],
  { providers }: GatewayOptions,
): ModelReport {
  const kind = providers.find((one) => one.name === provider)?.kind ?? 'compatible'
  const probed = 1_000
  const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }
  const input = priceCall(kind, upstream, own, { ...usage, input: probed })
  const output = priceCall(kind, upstream, own, { ...usage, output: probed })
  const perMillion = (dollars: number) => Number(((dollars * 1_000_000) / probed).toFixed(6))
  const price = input === null || output === null ? null : { input: perMillion(input), output: perMillion(output) }
  return { name, provider, upstream, price }
}

function describeLimits({ limits }: GatewayOptions, ledger: LedgerReader | undefined, day: string): LimitReport[] {
  return spendScopes.flatMap((scope) => {
    const prefix = scope === 'day' ? `day ${day}` : `${scope} `
    // Those of a day have it at the end of their names.
    const counted = (ledger?.spent(prefix) ?? [])
      .filter((one) => scope !== 'repository' || one.scope.endsWith(` ${day}`))
      .map(({ scope: name, spent }) => ({ scope: name.slice(scope.length + 1), spent }))
    return amounts.flatMap((amount) => {
      const limit = limits[scope]?.[amount]
      return limit === undefined ? [] : [{ scope, amount, limit, most: findMost(counted, amount) }]
    })
  })
}

/** An address may hold a password. */
function hideUser(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
