import { bundleFromJSON } from '@sigstore/bundle'
import { X509Certificate } from '@sigstore/core'
import type { TrustedRoot } from '@sigstore/protobuf-specs'
import { toSignedEntity, toTrustMaterial, type TrustMaterial, Verifier } from '@sigstore/verify'
import type { CheckedAttestation } from '../../application/ports/state/check-attestation.ts'
import { readSigner } from './read-signer.ts'

type SigstoreBundle = ReturnType<typeof bundleFromJSON>

/**
 * Checks signature, certificate and times of a Sigstore bundle by whichever of these roots knows who made the certificate.
 * Of a root that names logs, an entry in them is demanded, as from each of them is a time.
 */
export function checkSigstoreBundle(bytes: Uint8Array, roots: readonly TrustedRoot[]): CheckedAttestation {
  let bundle: SigstoreBundle
  try {
    bundle = bundleFromJSON(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (error) {
    return { kind: 'broken', why: `it is no Sigstore bundle: ${messageOf(error)}` }
  }
  if (bundle.content.$case !== 'dsseEnvelope') return { kind: 'broken', why: 'it signs no statement' }
  const { payload, payloadType } = bundle.content.dsseEnvelope
  try {
    const certificate = findCertificate(bundle)
    if (certificate === undefined) return { kind: 'broken', why: 'it has no certificate' }
    const known = roots.map((root) => toTrustMaterial(root)).filter((trust) => knows(trust, certificate))
    if (known.length === 0) {
      const why = 'no trusted root that is here knows who made its certificate (--trusted-root takes others)'
      return { kind: 'unknown', why }
    }
    const faults = known.map((trust) => findFault(trust, bundle))
    if (faults.every((fault) => fault !== undefined)) return { kind: 'broken', why: `it does not hold: ${faults[0]}` }
    return { kind: 'signed', by: readSigner(certificate), payloadType, payload }
  } catch (error) {
    return { kind: 'broken', why: `it does not hold: ${messageOf(error)}` }
  }
}

function findFault(trust: TrustMaterial, bundle: SigstoreBundle): string | undefined {
  const one = (logs: readonly unknown[]) => Math.min(logs.length, 1)
  const thresholds = { ctlogThreshold: one(trust.ctlogs), tlogThreshold: one(trust.tlogs), timestampThreshold: 1 }
  try {
    new Verifier(trust, thresholds).verify(toSignedEntity(bundle))
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function findCertificate({ verificationMaterial: { content } }: SigstoreBundle): X509Certificate | undefined {
  switch (content.$case) {
    case 'publicKey':
      return undefined
    case 'certificate':
      return X509Certificate.parse(Buffer.from(content.certificate.rawBytes))
    case 'x509CertificateChain': {
      const [leaf] = content.x509CertificateChain.certificates
      return leaf === undefined ? undefined : X509Certificate.parse(Buffer.from(leaf.rawBytes))
    }
  }
}

/** Only by its name: whether it really made it is another question. */
function knows({ certificateAuthorities: authorities }: TrustMaterial, { issuer }: X509Certificate): boolean {
  return authorities.some(({ certChain }) => certChain.some(({ subject }) => subject.equals(issuer)))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
