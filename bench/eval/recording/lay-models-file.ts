import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServedModel } from '../../../src/adapters/models/gateway/gateway-options.ts'
import type { SpendLimits } from '../../../src/domain/models/spend-limits.ts'
import type { Recording } from './recording.ts'

/** Of what stands where a provider would. */
export const placeholderKey = 'eval-none-is-asked-for'

interface Served {
  providers: readonly (Omit<Recording['providers'][number], 'speaks'> & { speaks: readonly string[] })[]
  models: readonly ServedModel[]
  limits?: SpendLimits
}

/**
 * An environment in which the same models are had of a server of ours: the providers of `served`, each at a path of its
 * own there, with the same limits and no keys.
 */
export async function layModelsFile(
  dir: string,
  { providers, models, limits = {} }: Served,
  origin: string,
): Promise<Record<string, string | undefined>> {
  const file = join(dir, 'models.yml')
  const named = providers.map(({ name, kind, speaks }, at) => [
    `by-${name}`,
    { kind, speaks, base_url: `${origin}/${at}`, key_from: 'EVAL_KEY' },
  ])
  const served = models.map(({ name, provider, upstream, price }) => ({
    name,
    provider: `by-${provider}`,
    model: upstream,
    ...(price === undefined ? {} : { price }),
  }))
  const setup = { providers: Object.fromEntries(named), models: served, other_models: 'first', limits }
  await writeFile(file, JSON.stringify(setup))
  const { PATH, HOME } = process.env
  return { PATH, HOME, MODELS_FILE: file, EVAL_KEY: placeholderKey }
}
