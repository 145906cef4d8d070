import { GraphqlFault } from './graphql-fault.ts'

export interface ConnectionArguments {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
}

const mostPerPage = 100

/** A page of a list as GraphQL knows it. `first` or `last` must be given and be at most 100. */
export function makeConnection<Item>(
  field: string,
  items: Item[],
  args: ConnectionArguments,
  present: (item: Item) => unknown,
) {
  const { first, last } = args
  if (typeof first !== 'number' && typeof last !== 'number') {
    throw new GraphqlFault(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${field}\` connection.`,
    )
  }
  const size = first ?? last ?? 0
  if (size < 0 || size > mostPerPage) {
    throw new GraphqlFault(
      'EXCESSIVE_PAGINATION',
      `Requesting ${size} records on the \`${field}\` connection exceeds the \`${typeof first === 'number' ? 'first' : 'last'}\` limit of ${mostPerPage} records.`,
    )
  }
  const start = args.after ? parseCursor(args.after) + 1 : 0
  const end = args.before ? parseCursor(args.before) : items.length
  const from = typeof first === 'number' ? start : Math.max(start, end - size)
  const to = typeof first === 'number' ? Math.min(end, start + size) : end
  const nodes = () => items.slice(from, to).map(present)

  return {
    totalCount: items.length,
    nodes,
    edges: () =>
      items.slice(from, to).map((item, index) => ({ cursor: renderCursor(from + index), node: present(item) })),
    pageInfo: {
      startCursor: to > from ? renderCursor(from) : null,
      endCursor: to > from ? renderCursor(to - 1) : null,
      hasNextPage: to < items.length,
      hasPreviousPage: from > 0,
    },
  }
}

function renderCursor(index: number): string {
  return Buffer.from(`cursor:v2:${index}`).toString('base64')
}

function parseCursor(cursor: string): number {
  const index = /^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1]
  if (index === undefined)
    throw new GraphqlFault('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`)
  return Number(index)
}
