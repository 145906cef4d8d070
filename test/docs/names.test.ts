import { describe, expect, test } from 'vitest'
import { readSources } from './read/read-sources.ts'

describe.each(['src', 'packages/github-sandbox/src'])('in %s', async (folder) => {
  const declared = (await readSources(folder)).flatMap(({ path, text }) =>
    // A schema and the type made of it share a name and a file, and so do the overloads of a function.
    [...Map.groupBy(text.matchAll(declaration), ([, , name = '']) => name)].map(([name, found]) => ({
      name,
      path,
      isExported: found.some(([, exported]) => exported !== undefined),
    })),
  )
  const twice = [...Map.groupBy(declared, ({ name }) => name)].filter(
    ([name, places]) => places.length > 1 && !onPurpose.has(name),
  )

  test('a name that is exported means one thing', () => {
    const exported = twice.filter(([, places]) => places.filter(({ isExported }) => isExported).length > 1)

    expect(declared.length).toBeGreaterThan(500)
    expect(list(exported)).toEqual([])
  })

  test('no module keeps something else for itself under a name that another one exports', () => {
    const shadowed = twice.filter(([, places]) => places.some(({ isExported }) => isExported))

    expect(list(shadowed)).toEqual([])
  })
})

/** A confined process calls the `answer` of the module that it is told. */
const onPurpose = new Set(['answer'])

const declaration =
  /^(export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm

function list(twice: readonly (readonly [string, readonly { path: string }[]])[]): string[] {
  return twice.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)
}
