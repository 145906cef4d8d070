import { describe, expect, test } from 'vitest'
import { type GraphQlError, isLasting } from '../../../../src/adapters/github/client/graphql-error.ts'
import { graphqlFault } from '../../../../src/adapters/github/client/installation-client.ts'

/** As GitHub gives them. */
const mayPass: [string, GraphQlError][] = [
  [
    'a fault of its own or a timeout, of the whole query',
    {
      message:
        'Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub bug. Please include `8D8C:2CAA82` when reporting this issue.',
    },
  ],
  [
    'the same where a client puts in what is missing',
    { message: 'Something went wrong while executing your query.', locations: null, path: null, extensions: null },
  ],
  [
    'a timeout of one field',
    { message: 'Timeout on Repository.issues', locations: [{ line: 1, column: 3 }], path: ['repository', 'issues'] },
  ],
  // GitHub gave it for weeks to queries that had always gone through, and then did so again.
  [
    'a limit on what a query may cost',
    { type: 'RESOURCE_LIMITS_EXCEEDED', path: ['user'], message: 'Resource limits exceeded' },
  ],
  ['a limit', { type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation ID 12345678.' }],
  ['a limit, by its other name', { type: 'RATE_LIMIT', message: 'API rate limit already exceeded for user ID 1.' }],
  [
    'too much new content',
    {
      type: 'UNPROCESSABLE',
      path: ['addComment'],
      locations: [{ line: 2, column: 3 }],
      message: 'was submitted too quickly',
    },
  ],
]
const lasts: [string, GraphQlError][] = [
  [
    'a field that isn’t in its schema',
    {
      path: ['query', 'repository', 'stackEntry'],
      extensions: { code: 'undefinedField', typeName: 'Repository', fieldName: 'stackEntry' },
      locations: [{ line: 3, column: 5 }],
      message: "Field 'stackEntry' doesn't exist on type 'Repository'",
    },
  ],
  [
    'an argument of another type',
    {
      path: ['query', 'viewer', 'repositories', 'first'],
      extensions: { code: 'argumentLiteralsIncompatible', typeName: 'Field', argumentName: 'first' },
      locations: [{ line: 3, column: 5 }],
      message: "Argument 'first' on Field 'repositories' has an invalid value",
    },
  ],
  [
    'a variable that doesn’t fit',
    {
      extensions: { value: null, problems: [{ path: [], explanation: 'Expected value to not be null' }] },
      locations: [{ line: 1, column: 8 }],
      message: 'Variable $owner of type String! was provided invalid value',
    },
  ],
  ['what it can’t parse', { message: 'Expected NAME, actual: RCURLY', locations: [{ line: 1, column: 2 }] }],
  [
    'a rule, which GitHub may give no type',
    {
      message: 'Repository rule violations found\n\nChanges must be made through a pull request.\n\n',
      path: ['createCommitOnBranch'],
      locations: [{ line: 2, column: 3 }],
    },
  ],
  ['any other refusal without a type', { message: 'Ref cannot be created', path: ['createRef'] }],
  ['what isn’t there', { type: 'NOT_FOUND', path: ['repository'], message: 'Could not resolve to a Repository' }],
]

describe('an error of a GraphQL answer', () => {
  test.each(mayPass)('may pass where it is %s', (_name, error) => {
    expect([isLasting(error), graphqlFault([error]).code]).toEqual([false, 'github_unavailable'])
  })

  test.each(lasts)('lasts where it is %s', (_name, error) => {
    expect([isLasting(error), graphqlFault([error]).retry]).toEqual([true, 'never'])
  })

  test('beside one that may pass leaves the rest to another try', () => {
    const errors = [...mayPass.slice(0, 1), ...lasts.slice(0, 1)].map(([, error]) => error)

    expect(graphqlFault(errors).code).toBe('github_unavailable')
    expect(graphqlFault([]).code).toBe('github_unavailable')
  })
})
