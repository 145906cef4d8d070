import { z } from 'zod'
import { CountersignFault } from '../../application/fault.ts'

type ModelEnvironment = Record<string, string | undefined>

const ListSchema = z.object({ data: z.array(z.object({ id: z.string() })) })
const patienceMs = 10_000
const shownAtMost = 20

/**
 * The environment with `MODELS` set where it names a server and no model, and that server has exactly one. Throws
 * `configuration_invalid` with their names where it has several, and where it can't be asked.
 */
export async function nameModels(env: ModelEnvironment): Promise<ModelEnvironment> {
  const { MODELS, MODELS_FILE, OPENAI_BASE_URL, OPENAI_API_KEY } = env
  if (MODELS || MODELS_FILE || !OPENAI_BASE_URL) return env
  const names = await fetchModelNames(OPENAI_BASE_URL, OPENAI_API_KEY)
  const [only, ...others] = names
  if (only !== undefined && others.length === 0) return { ...env, MODELS: only }
  const shown = names.length > shownAtMost ? `${names.slice(0, shownAtMost).join(', ')}, …` : names.join(', ')
  throw lacking(only === undefined ? 'it has none' : `it has ${names.length}: ${shown}`)
}

async function fetchModelNames(baseUrl: string, key: string | undefined): Promise<string[]> {
  try {
    const answer = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/models`, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
    })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    return ListSchema.parse(await answer.json()).data.map(({ id }) => id)
  } catch (error) {
    const why =
      error instanceof z.ZodError ? 'it answered with no list' : error instanceof Error ? error.message : String(error)
    throw lacking(`it could not be asked for its own: ${why}`)
  }
}

function lacking(why: string): CountersignFault {
  return new CountersignFault(
    'configuration_invalid',
    'no model is named',
    `OPENAI_BASE_URL names a server, and MODELS none of its models; ${why}. Set MODELS (docs/agents.md).`,
  )
}
