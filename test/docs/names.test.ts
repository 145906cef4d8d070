import { expect, test } from 'vitest'
import { readSources } from './read/read-sources.ts'

test.each(['src', 'packages/github-sandbox/src'])('in %s a name that is exported means one thing', async (folder) => {
  const sources = await readSources(folder)
  const declared = sources.flatMap(({ path, text }) =>
    [...new Set(Array.from(text.matchAll(declaration), ([, name]) => name))].map((name) => ({ name, path })),
  )
  const twice = [...Map.groupBy(declared, ({ name }) => name)].filter(
    ([name, places]) => places.length > 1 && !onPurpose.has(String(name)),
  )

  expect(declared.length).toBeGreaterThan(sources.length / 2)
  expect(twice.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([])
})

/** A confined process calls the `answer` of the module that it is told. */
const onPurpose = new Set(['answer'])

/** A schema and the type made of it share a name and a file, and so do the overloads of a function. */
const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
