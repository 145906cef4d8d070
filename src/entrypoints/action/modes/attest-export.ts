import * as core from '@actions/core'
import { findSigningServices, type SigningServices } from '../../../adapters/attestation/signing-services.ts'
import type { RestClient } from '../../../adapters/github/client/rest-client.ts'
import { storeAttestation } from '../../../adapters/github/export/store-attestation.ts'
import type { Attest } from '../../../application/ports/forge/attest.ts'
import type { ActionContext } from '../action-context.ts'

/** The job can't say who it is: the runner gives it where to ask only with this permission. */
export function findAttestFault(env: ActionContext['env']): string | undefined {
  if (env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined) return undefined
  return 'Input "attest": the job needs the permissions "id-token: write" and "attestations: write".'
}

/** Signs as this job, by the services that fit the repository unless others are named, and stores it on GitHub. */
export function createAttest(
  client: RestClient,
  { repository, server }: ActionContext,
  isPublic: boolean,
  services: SigningServices | null,
): Attest {
  return async (statement) => {
    const { signStatement } = await import('../../../adapters/attestation/sign-statement.ts')
    // Actions' own client asks for the token: it masks it.
    const getToken = () => core.getIDToken('sigstore')
    const bundle = await signStatement(statement, services ?? findSigningServices(server, isPublic), getToken)
    const id = await storeAttestation(client, repository, { ...bundle })
    const page = `${server}/${repository.owner}/${repository.repo}/attestations`
    return { text: `${JSON.stringify(bundle)}\n`, url: id === null ? page : `${page}/${id}` }
  }
}
