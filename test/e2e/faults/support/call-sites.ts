import { type FieldNode, Kind, OperationTypeNode, parse, type SelectionSetNode, type ValueNode } from 'graphql'
import { workflowBranch } from '../../../../src/domain/records/iss-record.ts'
import type { Passage } from 'github-sandbox'

/** A place of the App that talks to GitHub, by what it asks for. */
export interface CallSite {
  name: string
  /** Whether GitHub is another one afterwards. */
  changes: boolean
}

type Asked = Pick<Passage, 'method' | 'path' | 'route' | 'body'>

/** What one request asks for: one site over REST and git, one for each mutation over GraphQL. */
export function findCallSites(asked: Asked): CallSite[] {
  if (asked.route === 'POST /graphql') return findGraphqlSites(asked.body ?? '{}')
  if (asked.route.startsWith('git ')) return [{ name: asked.route, changes: asked.route === 'git receive-pack' }]
  const isRead = asked.method === 'GET' || asked.method === 'HEAD' || asked.route.endsWith('/access_tokens')
  const which = isRead ? undefined : nameTarget(asked)
  return [{ name: which === undefined ? asked.route : `${asked.route} (${which})`, changes: !isRead }]
}

function findGraphqlSites(body: string): CallSite[] {
  const { query, variables = {} } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> }
  const operation = parse(query).definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new Error(`no operation in ${query}`)
  const fields = fieldsOf(operation.selectionSet)
  if (operation.operation !== OperationTypeNode.MUTATION) {
    return fields.map((field) => {
      const below = [...new Set(fieldsOf(field.selectionSet).map((one) => one.name.value))].toSorted()
      return { name: `query ${field.name.value} { ${below.join(' ')} }`, changes: false }
    })
  }
  return fields.map((field) => {
    const which = nameBranch(JSON.stringify(field.arguments?.map(({ value }) => valueOf(value, variables)) ?? []))
    return { name: `mutation ${field.name.value}${which === undefined ? '' : ` (${which})`}`, changes: true }
  })
}

function fieldsOf(set: SelectionSetNode | undefined): FieldNode[] {
  return (
    set?.selections.flatMap((one) => {
      if (one.kind === Kind.INLINE_FRAGMENT) return fieldsOf(one.selectionSet)
      return one.kind === Kind.FIELD ? [one] : []
    }) ?? []
  )
}

function valueOf(value: ValueNode, variables: Record<string, unknown>): unknown {
  return value.kind === Kind.VARIABLE ? variables[value.name.value] : null
}

/** One route may serve several places; what they write tells them apart. */
function nameTarget({ path, route, body }: Asked): string | undefined {
  const text = body ?? ''
  if (route.includes('/git/')) {
    if (text.includes('Countersign-Mac:') || text.includes('".workflow/')) return 'state'
    return nameBranch(`${decodeURIComponent(path)}" ${text}`)
  }
  if (route.endsWith('/pulls')) return nameBranch(text)
  if (route.includes('/check-runs')) return /"status":"(\w+)"/.exec(text)?.[1]
  return undefined
}

function nameBranch(text: string): string | undefined {
  if (text.includes(`${workflowBranch}"`)) return 'state'
  if (/countersign\/ISS-\d+\/\d+\/T[\d.]+"/.test(text)) return 'task branch'
  return /countersign\/ISS-\d+\/\d+\/base"/.test(text) ? 'integration branch' : undefined
}
