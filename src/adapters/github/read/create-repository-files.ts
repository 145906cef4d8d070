import { z } from 'zod'
import type { RepositoryFiles } from '../../../application/ports/forge/repository-files.ts'
import { call } from '../client/github-fault.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'

const SizeSchema = z.object({ byteSize: z.number().optional() }).nullable()

/** Sizes of files at a commit, all in one GraphQL query; none at all without a commit to look at. */
export function createRepositoryFiles(client: InstallationClient): RepositoryFiles {
  return {
    async readSizes(repository, commit, paths) {
      const sizes = new Map<string, number>()
      if (paths.length === 0 || commit === '') return sizes
      const parameters = paths.map((_path, index) => `$p${index}: String!`).join(', ')
      const fields = paths.map(
        (_path, index) => `f${index}: object(expression: $p${index}) { ... on Blob { byteSize } }`,
      )
      const document = `query($owner: String!, $name: String!, ${parameters}) { repository(owner: $owner, name: $name) { ${fields.join('\n')} } }`
      const data = await call('read file sizes', () =>
        query<{ repository: Record<string, unknown> }>(client, repository, document, {
          owner: repository.owner,
          name: repository.name,
          ...Object.fromEntries(paths.map((path, index) => [`p${index}`, `${commit}:${path}`])),
        }),
      )
      for (const [index, path] of paths.entries()) {
        const size = SizeSchema.parse(data.repository[`f${index}`] ?? null)?.byteSize
        if (size !== undefined) sizes.set(path, size)
      }
      return sizes
    },
  }
}
