import { loadDescription, type Operation } from './load-description.ts'

export interface MatchedOperation {
  /** `METHOD /path/{template}`. */
  key: string
  operation: Operation
  /** Path parameters, decoded. */
  params: Record<string, string>
}

interface Matcher {
  key: string
  method: string
  pattern: RegExp
  names: string[]
  operation: Operation
  precedence: string
}

let matchers: Matcher[] | undefined

/**
 * Finds the operation for a path below the API's base; literal segments win over parameters, and parameters such as
 * `{ref}`, `{path}` and `{basehead}` may hold slashes.
 */
export function matchOperation(method: string, path: string): MatchedOperation | undefined {
  matchers ??= loadDescription()
    .operations.map(toMatcher)
    .toSorted((a, b) => (a.precedence < b.precedence ? -1 : 1))
  for (const matcher of matchers) {
    if (matcher.method !== method) continue
    const found = matcher.pattern.exec(path)
    if (found === null) continue
    const values = found.slice(1).map((value) => decodePart(value ?? ''))
    if (values.includes(undefined)) continue
    const params = Object.fromEntries(matcher.names.map((name, index) => [name, values[index] ?? '']))
    return { key: matcher.key, operation: matcher.operation, params }
  }

  return undefined
}

function toMatcher({
  key,
  method,
  template,
  operation,
}: {
  key: string
  method: string
  template: string
  operation: Operation
}): Matcher {
  const names: string[] = []
  let source = ''
  let precedence = ''
  for (const segment of template.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name === undefined) {
      source += `/${segment.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`
      precedence += 'a'
      continue
    }
    names.push(name)
    const mayHoldSlashes = operation.parameters.some((one) => one.name === name && one['x-multi-segment'] === true)
    // The root folder is `/contents/`, and all refs are `/git/matching-refs/`.
    if (name === 'path' || template.includes('/matching-refs/')) source += '(?:/(.*?))?'
    else source += mayHoldSlashes ? '/(.+?)' : '/([^/]+)'
    precedence += mayHoldSlashes ? 'c' : 'b'
  }

  return { key, method, names, operation, precedence: `${precedence}d`, pattern: new RegExp(`^${source}/?$`) }
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
