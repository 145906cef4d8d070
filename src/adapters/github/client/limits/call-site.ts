import { paginatingEndpoints } from '@octokit/plugin-paginate-rest'
import type { FieldNode, SelectionNode } from 'graphql'
import { Kind } from 'graphql/language/kinds.js'
import { parse } from 'graphql/language/parser.js'

/** What Octokit's request hook is given; `query` in GraphQL requests. */
export interface RequestParts {
  method: string
  /** `/repos/{owner}/{repo}/…`, or a whole address: lists and uploads. */
  url: string
  query?: unknown
}

const uploads = 'POST /repos/{owner}/{repo}/releases/{release_id}/assets'
const maxDocuments = 500

/**
 * Name of the place in the code that a request comes from, the same for every repository: `POST /repos/{owner}/{repo}/pulls`,
 * `GET other` for an address that is no known list, `graphql mutation addComment, addReaction`,
 * `graphql query repository(object, ref)`.
 */
export function callSite({ method, url, query }: RequestParts): string {
  if (isGraphql(url)) return typeof query === 'string' ? nameDocument(query) : 'graphql other'
  const template = url.split('{?')[0] ?? url
  const isTemplate = template.includes('{') || !/^\/(?:repos|repositories|users|orgs)\//.test(template)
  if (template.startsWith('/') && isTemplate) return `${method} ${template}`
  return findTemplate(method, pathOf(template)) ?? `${method} other`
}

export function isGraphql(url: string): boolean {
  return url.endsWith('/graphql')
}

/** Path below the API's base; GitHub's links to further pages name repositories by their number. */
function pathOf(url: string): string {
  const path = (URL.parse(url, 'https://api.github.com')?.pathname ?? url).replace(/^\/api\/(?:v3|uploads)(?=\/)/, '')
  return path.replace(/^\/repositories\/\d+/, '/repos/-/-')
}

let templates: { route: string; pattern: RegExp }[] | undefined

function findTemplate(method: string, path: string): string | undefined {
  templates ??= [...paginatingEndpoints, uploads].map((route) => ({ route, pattern: patternOf(route) }))
  return templates.find(({ pattern }) => pattern.test(`${method} ${path}`))?.route
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

const names = new Map<string, string>()

function nameDocument(document: string): string {
  const known = names.get(document)
  if (known !== undefined) return known
  if (names.size >= maxDocuments) names.clear()
  const name = `graphql ${describe(document)}`
  names.set(document, name)
  return name
}

/** Kind and top fields, each once; of `repository` and `node`, through which everything is asked, the fields below too. */
function describe(document: string): string {
  const operation = parse(document, { noLocation: true }).definitions.find(
    (one) => one.kind === Kind.OPERATION_DEFINITION,
  )
  const fields = fieldsOf(operation?.selectionSet.selections ?? [])
  const words = fields.map((field) => {
    const below = fieldsOf(field.selectionSet?.selections ?? [])
    return /^(?:repository|node)$/.test(field.name.value)
      ? `${field.name.value}(${list(below.map((one) => one.name.value))})`
      : field.name.value
  })
  return `${operation?.operation ?? 'other'} ${list(words)}`
}

function fieldsOf(selections: readonly SelectionNode[]): FieldNode[] {
  return selections.flatMap((one) =>
    one.kind === Kind.FIELD ? [one] : one.kind === Kind.INLINE_FRAGMENT ? fieldsOf(one.selectionSet.selections) : [],
  )
}

function list(words: readonly string[]): string {
  return [...new Set(words)].toSorted().join(', ')
}
