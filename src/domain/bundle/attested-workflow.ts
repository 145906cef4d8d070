/** What a certificate says of who signed with it; null where it doesn't say. */
export interface AttestedBy {
  /** Address of the workflow with its ref: `https://github.com/octo/widgets/.github/workflows/export.yml@refs/heads/main`. */
  workflow: string
  issuer: string
  /** Address of the repository that the run was of, and GitHub's number of it. */
  repository: string | null
  repository_id: string | null
  /** Commit that the run was of. */
  commit: string | null
  /** Address of the run. */
  run: string | null
  /** From when the certificate was valid, which it is for minutes. */
  at: string
}

/** Who has to have signed. */
export interface WantedSigner {
  /** `https://github.com`. */
  server: string
  repository: string
  repositoryId: number | undefined
  /** `octo/widgets/.github/workflows/export.yml`, with `@ref` or without; null: any workflow of the repository. */
  workflow: string | null
}

/** Why it is not the wanted signer, a workflow of GitHub's Actions in that repository; undefined where it is. */
export function findSignerFault(by: AttestedBy, wanted: WantedSigner): string | undefined {
  const issuer = issuerOf(wanted.server)
  // A company may have a name of its own behind it.
  if (by.issuer !== issuer && !by.issuer.startsWith(`${issuer}/`))
    return `the signer was vouched for by ${by.issuer}, not by ${issuer}`
  if (by.repository === null || !by.repository.startsWith(`${wanted.server}/`))
    return `it was signed for ${by.repository ?? 'no repository'}, which is not on ${wanted.server}`
  const isSame =
    wanted.repositoryId === undefined
      ? by.repository.toLowerCase() === `${wanted.server}/${wanted.repository}`.toLowerCase()
      : by.repository_id === String(wanted.repositoryId)
  if (!isSame)
    return `it was signed in ${by.repository} (${by.repository_id ?? 'of unknown number'}), not in ${wanted.repository}`
  if (wanted.workflow === null) {
    const own = `${by.repository}/.github/workflows/`
    return by.workflow.startsWith(own) ? undefined : `${by.workflow} is no workflow of that repository`
  }
  const whole = `${wanted.server}/${wanted.workflow}`
  const isWanted = wanted.workflow.includes('@') ? by.workflow === whole : by.workflow.startsWith(`${whole}@`)
  return isWanted ? undefined : `it was signed by ${by.workflow}, not by ${whole}`
}

function issuerOf(server: string): string {
  const [, host] = /^https:\/\/([\w-]+\.ghe\.com)$/.exec(server) ?? []
  return `https://token.actions.${host ?? 'githubusercontent.com'}`
}
