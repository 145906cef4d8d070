import { readFileSync } from 'node:fs'
import {
  buildSchema,
  defaultFieldResolver,
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import type { RateState } from '../limits/rate-limits.ts'
import type { Internals } from '../instance/internals.ts'
import type { Actor } from '../handler/route.ts'
import { createGraphqlContext } from './create-graphql-context.ts'
import { findFaultType, GraphqlFault } from './graphql-fault.ts'
import { makeMutationRoot } from './mutation-root.ts'
import { makeQueryRoot } from './query-root.ts'

export interface GraphqlRequest {
  query: string
  variables: Record<string, unknown> | undefined
  operationName: string | undefined
}

const keptDocuments = 500
const documents = new Map<string, DocumentNode | readonly GraphQLError[]>()
let schema: GraphQLSchema | undefined

/** Answers a document on GitHub's published schema, in GitHub's shape: `data`, and `errors` with type, path and message. */
export async function answerGraphql(
  internals: Internals,
  actor: Actor,
  rate: RateState,
  request: GraphqlRequest,
): Promise<Record<string, unknown>> {
  schema ??= loadSchema()
  const document = readDocument(schema, request.query)
  if (Array.isArray(document)) return { errors: document.map(renderGraphqlError) }
  const parsed = document as DocumentNode
  const isMutation = getOperationAST(parsed, request.operationName)?.operation === OperationTypeNode.MUTATION
  const context = createGraphqlContext(internals, actor, isMutation)
  const result = await execute({
    schema,
    document: parsed,
    rootValue: isMutation ? makeMutationRoot(context) : makeQueryRoot(context, rate),
    contextValue: context,
    fieldResolver: resolveField,
    ...(request.variables === undefined ? {} : { variableValues: request.variables }),
    ...(request.operationName === undefined ? {} : { operationName: request.operationName }),
  })

  return {
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(result.errors ? { errors: result.errors.map(renderGraphqlError) } : {}),
  }
}

/** A field that the sandbox doesn't know says so, instead of being silently null. */
const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
  if (typeof source === 'object' && source !== null && info.fieldName in source) {
    return defaultFieldResolver(source, args, context, info)
  }
  throw new GraphqlFault('NOT_IMPLEMENTED', `The sandbox doesn't answer ${info.parentType.name}.${info.fieldName}`)
}

function loadSchema(): GraphQLSchema {
  // The package's entry would load its introspection of 5 MB too.
  const file = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'))
  return buildSchema(readFileSync(file, 'utf8'), { assumeValid: true, noLocation: true })
}

function readDocument(against: GraphQLSchema, query: string): DocumentNode | readonly GraphQLError[] {
  const known = documents.get(query)
  if (known) return known
  const read = parseAndValidate(against, query)
  if (documents.size >= keptDocuments) documents.clear()
  documents.set(query, read)

  return read
}

function parseAndValidate(against: GraphQLSchema, query: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(query)
    const errors = validate(against, document)
    return errors.length > 0 ? errors : document
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
    throw error
  }
}

function renderGraphqlError(error: GraphQLError): Record<string, unknown> {
  const type = findFaultType(error.originalError)

  return {
    ...(type === undefined ? {} : { type }),
    ...(error.path ? { path: error.path } : {}),
    ...(error.locations ? { locations: error.locations } : {}),
    message: error.message,
  }
}
