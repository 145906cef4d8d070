import published from '@sigstore/tuf/seeds.json' with { type: 'json' }
import { z } from 'zod'

const mirror = 'https://tuf-repo-cdn.sigstore.dev'
const SeedsSchema = z.record(z.string(), z.object({ targets: z.record(z.string(), z.base64()) }))

/** The module with what Sigstore's public instance is known by, as the package @sigstore/tuf, which follows it, was published with. */
export function renderTrustedRoot(): string {
  const seeds = SeedsSchema.parse(published)
  const root: unknown = JSON.parse(
    Buffer.from(seeds[mirror]?.targets['trusted_root.json'] ?? '', 'base64').toString('utf8'),
  )
  return `// Made by "npm run docs" of the package @sigstore/tuf; a newer version of it brings newer keys.

/** The authorities and logs of Sigstore's public instance (a TrustedRoot as JSON), by which repositories that everybody may read sign. */
export const publicTrustedRoot = \`${JSON.stringify(root, null, 1)}\`
`
}
