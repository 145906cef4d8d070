import { readFile } from 'node:fs/promises'
import type { CheckAttestation } from '../../../application/ports/state/check-attestation.ts'

/** What checks attestations by the roots in this file, else by those that are shipped; it is loaded when there is one to check. */
export async function createAttestationCheck(trustedRoot: string | undefined): Promise<CheckAttestation> {
  const given = trustedRoot === undefined ? undefined : await readRoots(trustedRoot)
  return async (bundle) => {
    const { checkSigstoreBundle } = await import('../../../adapters/attestation/check-sigstore-bundle.ts')
    return checkSigstoreBundle(bundle, given ?? (await loadRoots()).readShippedRoots())
  }
}

async function readRoots(path: string) {
  const { parseTrustedRoots } = await loadRoots()
  try {
    return parseTrustedRoots(await readFile(path, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`--trusted-root takes a file as \`gh attestation trusted-root\` prints it: ${why}`, {
      cause: error,
    })
  }
}

function loadRoots() {
  return import('../../../adapters/attestation/read-trusted-roots.ts')
}
