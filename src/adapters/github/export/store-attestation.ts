import { findStatus, type RepositoryName, type RestClient } from '../client/rest-client.ts'

const attempts = 3

/** Lays a Sigstore bundle down as an attestation of the repository; gives GitHub's number of it. */
export async function storeAttestation(
  client: RestClient,
  repository: RepositoryName,
  bundle: Record<string, unknown>,
): Promise<number | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data } = await client.request('POST /repos/{owner}/{repo}/attestations', { ...repository, bundle })
      return data.id ?? null
    } catch (error) {
      const status = findStatus(error)
      // Done twice it says the same twice, so what may have been done is done again.
      if (attempt < attempts && (status === undefined || status >= 500)) continue
      throw new Error(explainNotStored(status, error instanceof Error ? error.message : String(error)), {
        cause: error,
      })
    }
  }
}

function explainNotStored(status: number | undefined, message: string): string {
  const refused = `GitHub didn't take the attestation: ${message}.`
  if (status === 403)
    return `${refused} The job needs "attestations: write"; of a private repository GitHub takes them with Enterprise Cloud only.`
  return status === 404 ? `${refused} This GitHub has no attestations, or not for this repository.` : refused
}
