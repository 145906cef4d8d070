import { z } from 'zod'
import { attestationName } from '../../../domain/bundle/release-names.ts'
import { parseJson } from '../../../domain/text/parse-json.ts'
import type { Attest } from '../../ports/forge/attest.ts'
import type { ReleaseStore, StoredRelease } from '../../ports/forge/release-store.ts'
import { makeTextFile } from '../release-files.ts'
import { ensureAsset } from './ensure-asset.ts'
import { readStoredAsset } from './prove-assets.ts'

/**
 * Puts the attestation of its assets on a draft, and gives its page; null where a try before this one had put it there. A
 * try that was cut off between signing and uploading leaves one on GitHub that nobody points at, and says the same.
 */
export async function attestDraft(
  releases: ReleaseStore,
  draft: StoredRelease,
  statement: string,
  attest: Attest,
): Promise<string | null> {
  const there = draft.assets.find((asset) => asset.name === attestationName && asset.state === 'uploaded')
  if (there !== undefined && readStatement(await readStoredAsset(releases, there.id)) === statement) return null
  const { text, url } = await attest(statement)
  await ensureAsset(releases, draft, makeTextFile(attestationName, text, 'application/json'))
  return url
}

/** The statement in a Sigstore bundle; undefined where it is none. Who signed it is the business of who verifies. */
function readStatement(bundle: Uint8Array): string | undefined {
  const parsed = SignedEnvelopeSchema.safeParse(parseJson(Buffer.from(bundle).toString('utf8')))
  return parsed.success ? Buffer.from(parsed.data.dsseEnvelope.payload, 'base64').toString('utf8') : undefined
}

const SignedEnvelopeSchema = z.object({ dsseEnvelope: z.object({ payload: z.string() }) })
