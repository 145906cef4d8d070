/** The same in every release of the plan, so that it follows from the state alone. */
export function archiveName(planId: string): string {
  return `${baseName(planId)}.tar.gz`
}

/** The App's signature of `manifest.json`, in base64; in a release that the App made. */
export const signatureName = 'manifest.json.sig'

/** The Sigstore bundle in which the exporting workflow vouches for the release; only in one that it attested. */
export const attestationName = 'attestation.sigstore.json'

/** The script by which anybody can hold a release against the repository, without our code. */
export const verifyScriptName = 'verify.sh'

/** Lines as `sha256sum` writes and checks them, sorted by name. */
export function renderSums(files: readonly { name: string; sha256: string }[]): string {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return sorted.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}

function baseName(planId: string): string {
  return `countersign-${planId.replace(/^SOL-/, '')}`
}
