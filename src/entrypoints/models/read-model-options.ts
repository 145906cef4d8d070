import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type GatewayOptions, type ServedModel, usualOptions } from '../../adapters/models/gateway/gateway-options.ts'
import { dialectsOf, type Provider, type ProviderKind } from '../../adapters/models/upstream/provider.ts'
import { CountersignFault } from '../../application/fault.ts'
import { spendScopes } from '../../domain/models/spend-limits.ts'
import { type ModelFile, ModelFileSchema } from './model-file.ts'
import type { AgentSettings } from '../settings/parse-settings.ts'

type ModelEnvironment = Record<string, string | undefined>

/** Where providers are that have an address of their own, and the variables that hold their keys. */
const places: Readonly<Record<ProviderKind, { baseUrl?: string; keyFrom?: string }>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', keyFrom: 'OPENAI_API_KEY' },
  compatible: {},
  azure: { keyFrom: 'AZURE_API_KEY' },
  bedrock: { keyFrom: 'AWS_BEARER_TOKEN_BEDROCK' },
  anthropic: { baseUrl: 'https://api.anthropic.com', keyFrom: 'ANTHROPIC_API_KEY' },
  google: { baseUrl: 'https://generativelanguage.googleapis.com', keyFrom: 'GEMINI_API_KEY' },
}

/**
 * How the gateway is set up, by the environment and the file that it names; null where no model is named, and so none is
 * used. Throws `configuration_invalid` with all that is wrong.
 */
export async function readModelOptions(settings: AgentSettings, env: ModelEnvironment): Promise<GatewayOptions | null> {
  const { MODELS, MODELS_FILE } = settings
  if (MODELS === undefined && MODELS_FILE === undefined) return null
  const file =
    MODELS_FILE === undefined
      ? parseFile({ models: splitList(MODELS ?? '') })
      : await readModelFile(MODELS_FILE, MODELS)
  const providers = [
    ...findKnownProviders(settings),
    ...Object.entries(file.providers).map((one) => readProvider(...one, env)),
  ]
  const faults: string[] = []
  const models = file.models.flatMap((model) => findModel(model, providers, faults))
  const first = models[0]?.name ?? ''
  const standIn = file.other_models === 'first' ? first : file.other_models
  if (standIn !== 'refused' && !models.some(({ name }) => name === standIn))
    faults.push(`other_models names ${standIn}, which is none of the models`)
  faults.push(...(await findUnpriced(file, models, providers)))
  if (faults.length > 0) throw invalid(faults)
  return {
    ...usualOptions,
    providers: providers.filter(({ name }) => models.some((model) => model.provider === name)),
    models,
    otherModels: standIn === 'refused' ? 'refused' : { mappedTo: standIn },
    hostedTools: file.hosted_tools,
    limits: file.limits,
    keepTexts: file.keep_texts,
    registries: file.registries.map((one) =>
      typeof one === 'string' ? { host: one, isPrivate: false } : { host: one.host, isPrivate: one.private },
    ),
  }
}

async function readModelFile(path: string, names: string | undefined): Promise<ModelFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw invalid([`MODELS_FILE ${path} can't be read: ${error instanceof Error ? error.message : String(error)}`])
  })
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw invalid([`${path} is not YAML: ${error instanceof Error ? error.message : String(error)}`])
  }
  const given = typeof value === 'object' && value !== null ? value : {}
  return parseFile(names === undefined ? given : { ...given, models: splitList(names) })
}

/** Values are never repeated: somebody may have written a key into it. */
function parseFile(value: unknown): ModelFile {
  const parsed = ModelFileSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'MODELS_FILE'}: ${message}`))
}

function splitList(text: string): string[] {
  return text.split(',').flatMap((one) => one.trim() || [])
}

/** Those that the variables set up which everybody has. */
function findKnownProviders(settings: AgentSettings): Provider[] {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL } = settings
  const { GEMINI_API_KEY, GOOGLE_GEMINI_BASE_URL } = settings
  const known: [name: 'openai' | 'anthropic' | 'google', key: string | undefined, baseUrl: string | undefined][] = [
    ['openai', OPENAI_API_KEY, OPENAI_BASE_URL],
    ['anthropic', ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL],
    ['google', GEMINI_API_KEY, GOOGLE_GEMINI_BASE_URL],
  ]
  return known.flatMap(([name, key, baseUrl]) => {
    if (key === undefined && baseUrl === undefined) return []
    const kind = name === 'openai' && baseUrl !== undefined ? findKind(baseUrl) : name
    return [{ name, kind, baseUrl: baseUrl ?? places[name].baseUrl ?? '', key: key ?? null, speaks: dialectsOf[kind] }]
  })
}

/** `OPENAI_BASE_URL` may lead to any server that has OpenAI's dialect. */
function findKind(baseUrl: string): ProviderKind {
  const { hostname } = new URL(baseUrl)
  if (hostname === 'api.openai.com') return 'openai'
  if (/\.(?:openai\.azure|services\.ai\.azure)\.com$/.test(hostname)) return 'azure'
  return /^bedrock-(?:runtime|mantle)\./.test(hostname) ? 'bedrock' : 'compatible'
}

function readProvider(name: string, given: ModelFile['providers'][string], env: ModelEnvironment): Provider {
  const { kind, key_from, speaks } = given
  const baseUrl = given.base_url ?? places[kind].baseUrl
  if (baseUrl === undefined) throw invalid([`providers.${name}.base_url is missing: ${kind} has no address of its own`])
  const variable = key_from ?? places[kind].keyFrom
  const key = variable === undefined ? undefined : env[variable]
  const needsKey = key_from !== undefined || kind !== 'compatible'
  if (needsKey && !key) throw invalid([`${variable} is missing, which holds the key of the provider ${name}`])
  return { name, kind, baseUrl, key: key || null, speaks: speaks ?? dialectsOf[kind] }
}

/** `anthropic:claude-opus-4-8` names the provider where there are several. */
function findModel(
  given: ModelFile['models'][number],
  providers: readonly Provider[],
  faults: string[],
): ServedModel[] {
  const [before, after] = typeof given === 'string' ? splitName(given, providers) : [given.provider, given.name]
  const provider = before ?? (providers.length === 1 ? providers[0]?.name : undefined)
  const known = providers.map(({ name }) => name)
  if (provider === undefined || !known.includes(provider)) {
    faults.push(explainProvider(after, provider, known))
    return []
  }
  const upstream = typeof given === 'string' ? after : (given.model ?? after)
  return [{ name: after, provider, upstream, ...(typeof given === 'string' ? {} : { price: given.price }) }]
}

function splitName(text: string, providers: readonly Provider[]): [provider: string | undefined, name: string] {
  const [start = '', ...rest] = text.split(':')
  return providers.some(({ name }) => name === start) && rest.length > 0 ? [start, rest.join(':')] : [undefined, text]
}

function explainProvider(model: string, provider: string | undefined, known: readonly string[]): string {
  if (known.length === 0)
    return `no provider for ${model}: set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or GEMINI_API_KEY, or providers in MODELS_FILE`
  if (provider !== undefined) return `${model} is to be had of ${provider}, which is none of ${known.join(', ')}`
  return `whose model ${model} is, isn't said: write it as ${known[0]}:${model} (there are ${known.join(', ')})`
}

/** A limit in dollars holds only where every call has a price. */
async function findUnpriced(
  { limits }: ModelFile,
  models: readonly ServedModel[],
  providers: readonly Provider[],
): Promise<string[]> {
  if (!spendScopes.some((scope) => limits[scope]?.usd !== undefined)) return []
  // Every provider's list, which nobody else in this process asks for.
  const { hasPrice } = await import('../../adapters/models/prices/price-call.ts')
  return models.flatMap(({ name, provider, upstream, price }) => {
    const kind = providers.find((one) => one.name === provider)?.kind ?? 'compatible'
    return hasPrice(kind, upstream, price)
      ? []
      : [`${name} has no known price, and limits in usd can't hold for it: give it a price, or limit its tokens`]
  })
}

function invalid(faults: readonly string[]): CountersignFault {
  return new CountersignFault(
    'configuration_invalid',
    'the models are not set up right',
    `${faults.join('; ')}. docs/agents.md shows how it is done.`,
  )
}
