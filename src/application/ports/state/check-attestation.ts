import type { AttestedBy } from '../../../domain/bundle/attested-workflow.ts'

/**
 * `signed`: by whom the certificate says, and by nobody else. `unknown`: by somebody that no trusted root knows, which
 * is neither here nor there. `broken`: it does not hold.
 */
export type CheckedAttestation =
  | { kind: 'signed'; by: AttestedBy; payloadType: string; payload: Uint8Array }
  | { kind: 'unknown'; why: string }
  | { kind: 'broken'; why: string }

/** Checks the signature in a Sigstore bundle, with its certificate and times, without a network. */
export type CheckAttestation = (bundle: Uint8Array) => Promise<CheckedAttestation>
