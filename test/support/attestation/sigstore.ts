import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import {
  fulcioHandler,
  initializeCA,
  initializeCTLog,
  initializeTLog,
  initializeTSA,
  rekorHandler,
  tsaHandler,
} from '@sigstore/mock'
import type { SigningServices } from '../../../src/adapters/attestation/signing-services.ts'

export interface TestSigstore extends AsyncDisposable {
  services: SigningServices
  /** As the Action's input `sigstore` takes them. */
  input: string
  /** JSON of what its signatures are checked by. */
  trustedRoot: string
}

/** Of Fulcio's extensions: the address of the workflow that signs. */
const signerUri = '1.3.6.1.4.1.57264.1.9'
/** In what the log signs stands its name. */
const logAddress = 'https://rekor.example'
const longAgo = '2020-01-01T00:00:00Z'

/**
 * A Sigstore of one's own over real HTTP. It believes each token, as ours has no keys of GitHub; `web` is what it takes
 * GitHub for. As the public one it has logs and no times, as GitHub's times and no logs. `certificatesOf`: the time that
 * its authority takes for now.
 */
export async function startSigstore({
  web = 'https://github.com',
  like = 'public',
  certificatesOf,
}: { web?: string; like?: 'public' | 'github'; certificatesOf?: Date } = {}): Promise<TestSigstore> {
  const isPublic = like === 'public'
  const keys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const ctlog = isPublic ? await initializeCTLog(keys()) : undefined
  // A whole second, since the library writes fractions in a way that not all read; a later one than its certificates begin.
  const clock = isPublic ? undefined : new Date(Math.ceil(Date.now() / 1000) * 1000 + 2000)
  const ca = await initializeCA(keys(), ctlog, certificatesOf ?? clock)
  const tlog = await initializeTLog(logAddress, keys())
  const tsa = await initializeTSA(keys(), clock)
  const authority: typeof ca = {
    rootCertificate: ca.rootCertificate,
    issueCertificate({ publicKey, extensions = [] }) {
      const own = extensions.map((one) => ({ ...one, value: one.value.replace(/^https:\/\/github\.com(?=\/)/, web) }))
      const subjectAltName = own.find(({ oid }) => oid === signerUri)?.value ?? ''
      return ca.issueCertificate({ publicKey, extensions: own, subjectAltName })
    },
  }
  const log: typeof tlog = {
    publicKey: tlog.publicKey,
    log: (entry) => tlog.log(toLogEntry(entry as ProposedEntry)),
    logV2: (entry) => tlog.logV2(entry),
  }
  const handlers = [fulcioHandler(authority), rekorHandler(log), tsaHandler(tsa)]
  const server = createServer((request, response) => {
    const handler = handlers.find(({ path }) => path === request.url)
    void buffer(request)
      .then((body) => handler?.fn(body.toString('utf8')))
      .then((answer) =>
        response
          .writeHead(answer?.statusCode ?? 404, { 'content-type': answer?.contentType ?? 'text/plain' })
          .end(answer?.response),
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const trustedLog = (publicKey: Buffer) => ({
    baseUrl: logAddress,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: publicKey.toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start: longAgo },
    },
    logId: { keyId: createHash('sha256').update(publicKey).digest('base64') },
  })
  const trusted = (...certificates: ArrayBufferView<ArrayBuffer>[]) => ({
    uri: address,
    certChain: { certificates: certificates.map((one) => ({ rawBytes: toBase64(one) })) },
    validFor: { start: longAgo },
  })
  const trustedRoot = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: isPublic ? [trustedLog(tlog.publicKey)] : [],
    ctlogs: ctlog === undefined ? [] : [trustedLog(ctlog.publicKey)],
    certificateAuthorities: [trusted(ca.rootCertificate)],
    timestampAuthorities: isPublic ? [] : [trusted(tsa.intCertificate, tsa.rootCertificate)],
  }
  return {
    services: { fulcio: address, rekor: isPublic ? address : null, timestamp: isPublic ? null : address },
    input: `fulcio=${address} ${isPublic ? 'rekor' : 'timestamp'}=${address}`,
    trustedRoot: JSON.stringify(trustedRoot),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface ProposedEntry {
  apiVersion: string
  kind: string
  spec: { proposedContent: { envelope: string; verifiers: string[] } }
}

/** What Rekor keeps of a signed envelope: hashes and the signature, not the envelope. */
function toLogEntry({ apiVersion, kind, spec: { proposedContent } }: ProposedEntry): object {
  const { envelope, verifiers } = proposedContent
  const { payload, signatures } = JSON.parse(envelope) as { payload: string; signatures: { sig: string }[] }
  const hash = (bytes: Buffer | string) => ({
    algorithm: 'sha256',
    value: createHash('sha256').update(bytes).digest('hex'),
  })
  return {
    apiVersion,
    kind,
    spec: {
      envelopeHash: hash(envelope),
      payloadHash: hash(Buffer.from(payload, 'base64')),
      signatures: signatures.map(({ sig }, index) => ({ signature: sig, verifier: verifiers[index] })),
    },
  }
}

/** The token of a job as its claims are read from it; nobody here looks at its signature. */
export function jobToken(claims: Record<string, string> = {}): string {
  const workflow = 'octo/widgets/.github/workflows/export.yml@refs/heads/main'
  const all = {
    iss: 'https://token.actions.githubusercontent.com',
    sub: 'repo:octo/widgets:ref:refs/heads/main',
    repository: 'octo/widgets',
    repository_id: '42',
    sha: '1'.repeat(40),
    job_workflow_ref: workflow,
    run_id: '7',
    run_attempt: '1',
    ...claims,
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'none' })}.${encode(all)}.`
}

function toBase64({ buffer: bytes, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): string {
  return Buffer.from(bytes, byteOffset, byteLength).toString('base64')
}
