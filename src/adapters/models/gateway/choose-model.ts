import type { Dialect } from '../dialects/dialect.ts'
import type { ModelRefusal } from '../dialects/render-refusal.ts'
import type { Provider } from '../upstream/provider.ts'
import type { GatewayOptions, ServedModel } from './gateway-options.ts'

/** Who answers a call, and in which dialect it is asked. */
export interface CallTarget {
  model: ServedModel
  provider: Provider
  dialect: Dialect
}

/** Agents put these in front of names. */
const prefix = /^(?:models\/|countersign\/)/

/** The model for a call, by the name that was asked for; a refusal where it is none of those that may be used. */
export function chooseModel(
  { models, providers, otherModels }: Pick<GatewayOptions, 'models' | 'providers' | 'otherModels'>,
  asked: string,
  dialect: Dialect,
): CallTarget | ModelRefusal {
  const name = asked.replace(prefix, '')
  const found = models.find((model) => model.name === name)
  const mapped = otherModels === 'refused' ? undefined : models.find((one) => one.name === otherModels.mappedTo)
  const model = found ?? mapped
  const allowed = models.map((one) => one.name).join(', ')
  if (model === undefined)
    return { kind: 'not_allowed', message: `the model ${name} may not be used here; there are ${allowed}` }
  const provider = providers.find((one) => one.name === model.provider)
  if (provider === undefined) throw new Error(`no provider ${model.provider}`)
  if (provider.speaks.includes(dialect)) return { model, provider, dialect }
  // Which every other dialect can be brought to.
  if (provider.speaks.includes('chat')) return { model, provider, dialect: 'chat' }
  const speaks = provider.speaks.join(', ')
  return { kind: 'unsupported', message: `the provider of ${model.name} speaks ${speaks}, and was asked in ${dialect}` }
}
