import type { X509Certificate } from '@sigstore/core'
import type { AttestedBy } from '../../domain/bundle/attested-workflow.ts'

/** Fulcio's extensions, github.com/sigstore/fulcio/blob/main/docs/oid-info.md. */
const arc = '1.3.6.1.4.1.57264.1'
const places = { issuer: 8, repository: 12, commit: 13, repositoryId: 15, run: 21 } as const

/** What a certificate of Fulcio says of the job that it was made for. */
export function readSigner(certificate: X509Certificate): AttestedBy {
  return {
    workflow: certificate.subjectAltName ?? '',
    issuer: find('issuer') ?? '',
    repository: find('repository'),
    repository_id: find('repositoryId'),
    commit: find('commit'),
    run: find('run'),
    at: certificate.notBefore.toISOString(),
  }

  function find(name: keyof typeof places): string | null {
    return certificate.extension(`${arc}.${places[name]}`)?.valueObj.subs[0]?.value.toString('utf8') ?? null
  }
}
