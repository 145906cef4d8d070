import examples from '@octokit/webhooks-examples' with { type: 'json' }

type Payload = Record<string, unknown>

/** Parts that examples have only where what they show was so. */
const optional = new Set(['installation', 'organization'])

/** GitHub's published examples of one event and action. */
export function listExamples(event: string, action: string | null): Payload[] {
  const all = (examples as unknown as { name: string; examples: Payload[] }[]).find((one) => one.name === event)

  return (all?.examples ?? []).filter((one) => (one['action'] ?? null) === action)
}

/** Keys that every example has, at the top and in its objects, and the payload has not. */
export function findMissingKeys(all: Payload[], payload: Payload): string[] {
  const shared = sharedKeys(all).filter((key) => !optional.has(key))

  return shared.flatMap((key) => {
    if (!(key in payload)) return [key]
    const objects = all.map((one) => one[key]).filter((value) => isRecord(value))
    const own = payload[key]
    if (objects.length < all.length || !isRecord(own)) return []

    return sharedKeys(objects)
      .filter((inner) => !(inner in own))
      .map((inner) => `${key}.${inner}`)
  })
}

function sharedKeys(objects: Payload[]): string[] {
  return Object.keys(objects[0] ?? {}).filter((key) => objects.every((one) => key in one))
}

export function isRecord(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
