import examples from '@octokit/webhooks-examples' with { type: 'json' }

export type Payload = Record<string, unknown>

const published = examples as unknown as { name: string; examples: Payload[] }[]

/** A published payload of that event and action, as an installation of ours in `octo-org/widgets` by `ada` would get it. */
export function buildPayload(event: string, action: string | null, changes: Payload = {}): Payload {
  const found = published.find((one) => one.name === event)?.examples.find((one) => (one['action'] ?? null) === action)
  if (found === undefined) throw new Error(`there is no example of ${event} ${action}`)
  const repository = { full_name: 'octo-org/widgets', default_branch: 'main' }
  const ours = {
    installation: { id: 5 },
    sender: { login: 'ada', id: 11, type: 'User' },
    ...(found['repository'] === undefined ? {} : { repository }),
  }
  return merge(merge(structuredClone(found), ours), changes)
}

/** Every published payload of an event, as sent. */
export function listPayloads(event: string): Payload[] {
  return published.find((one) => one.name === event)?.examples ?? []
}

/** `over` laid on `under`; arrays and nulls replace. */
function merge(under: Payload, over: Payload): Payload {
  const merged = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isObject(value) && isObject(below) ? merge(below, value) : value
  }
  return merged
}

function isObject(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
