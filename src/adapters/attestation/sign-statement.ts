import { bundleToJSON, type SerializedBundle } from '@sigstore/bundle'
import { DSSEBundleBuilder, FulcioSigner, RekorWitness, TSAWitness } from '@sigstore/sign'
import { statementMediaType } from '../../domain/bundle/export-statement.ts'
import type { SigningServices } from './signing-services.ts'

const patience = { timeout: 15_000, retry: 3 }

/** Signs a statement with a certificate that is made for this job and lives for minutes; `getToken` says which job it is. */
export async function signStatement(
  statement: string,
  { fulcio, rekor, timestamp }: SigningServices,
  getToken: () => Promise<string>,
): Promise<SerializedBundle> {
  const signer = new FulcioSigner({ fulcioBaseURL: fulcio, identityProvider: { getToken }, ...patience })
  const witnesses = [
    ...(rekor === null ? [] : [new RekorWitness({ rekorBaseURL: rekor, fetchOnConflict: true, ...patience })]),
    ...(timestamp === null ? [] : [new TSAWitness({ tsaBaseURL: timestamp, ...patience })]),
  ]
  const builder = new DSSEBundleBuilder({ signer, witnesses })
  return bundleToJSON(await builder.create({ data: Buffer.from(statement), type: statementMediaType }))
}
