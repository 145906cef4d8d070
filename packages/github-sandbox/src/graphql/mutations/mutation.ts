import type { Issue, Repository } from '../../world/world.ts'
import { findNode, type Node } from '../find-node.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'
import { notFound } from '../graphql-fault.ts'

/** One mutation: what GraphQL is given, done as REST does it. */
export type Mutation = (context: GraphqlContext, input: Record<string, unknown>) => Promise<GraphqlObject>

/** The node of this kind that an input names, or NOT_FOUND. */
export function getNode<Kind extends Node['kind']>(
  context: GraphqlContext,
  kind: Kind,
  id: unknown,
): Extract<Node, { kind: Kind }> {
  const node = findNode(context, String(id))
  if (node?.kind !== kind) throw notFound(String(id))
  return node as Extract<Node, { kind: Kind }>
}

/** An issue or the issue half of a pull request. */
export function getIssueLike(context: GraphqlContext, id: unknown): { repo: Repository; issue: Issue } {
  const node = findNode(context, String(id))
  if (node?.kind === 'issue') return node
  const issue = node?.kind === 'pull' ? node.repo.issues.find((one) => one.number === node.pull.number) : undefined
  if (node?.kind !== 'pull' || issue === undefined) throw notFound(String(id))

  return { repo: node.repo, issue }
}

/** Only what was given: absent and null fields are left out of the REST body. */
export function pickGiven(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}

export function lowerCase(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined
}
