export interface Attested {
  /** The Sigstore bundle, as a file. */
  text: string
  /** Page of the attestation. */
  url: string
}

/**
 * Signs an in-toto statement as the job that this is, and lays it down on GitHub. Each call makes another, also for the
 * same statement: it says the same.
 */
export type Attest = (statement: string) => Promise<Attested>
