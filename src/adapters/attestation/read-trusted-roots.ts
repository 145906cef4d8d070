import { TrustedRoot } from '@sigstore/protobuf-specs'
import { publicTrustedRoot } from './public-trusted-root.ts'

/** What is shipped: Sigstore's public instance, as it was known when this was built. */
export function readShippedRoots(): TrustedRoot[] {
  return parseTrustedRoots(publicTrustedRoot)
}

/** One as JSON, or several, each on a line, as `gh attestation trusted-root` prints them. Throws where it is neither. */
export function parseTrustedRoots(text: string): TrustedRoot[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isLinewise = lines.length > 1 && lines.every((line) => line.startsWith('{') && line.trimEnd().endsWith('}'))
  return (isLinewise ? lines : [text]).map(parseTrustedRoot)
}

function parseTrustedRoot(text: string): TrustedRoot {
  const root = TrustedRoot.fromJSON(JSON.parse(text))
  if (root.certificateAuthorities.length === 0) throw new Error('it names no authority that makes certificates')
  return root
}
