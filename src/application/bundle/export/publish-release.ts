import { recordText } from '../../../domain/language/message.ts'
import { attestationName, verifyScriptName } from '../../../domain/bundle/release-names.ts'
import type { Attest } from '../../ports/forge/attest.ts'
import type { ReleaseFile, ReleaseStore, ReleaseText, StoredRelease } from '../../ports/forge/release-store.ts'
import { ExportFault } from '../export-fault.ts'
import { attestDraft } from './attest-draft.ts'
import { ensureAsset } from './ensure-asset.ts'
import { findAssetFaults, holdsManifest } from './prove-assets.ts'

export interface ReleaseContent extends Omit<ReleaseText, 'tag'> {
  /** By which try: the next where the one before is taken. */
  tagOf: (attempt: number) => string
  files: readonly ReleaseFile[]
  manifestSha256: string
  /** Null where no workflow vouches for it. */
  attestation: { statement: string; attest: Attest } | null
}

/** `found`: this very content is out already, and was proven again. */
export interface PublishedRelease {
  kind: 'published' | 'found'
  tag: string
  url: string
  /** Page of the attestation that was made. */
  attestation: string | null
}

const mostTags = 50

/**
 * Puts the content on a release of its own, or finds it there. Published releases are never touched: content that differs
 * from what a tag has goes to the next tag. Draft, upload, prove by downloading, publish, look at the tag.
 */
export async function publishRelease(releases: ReleaseStore, content: ReleaseContent): Promise<PublishedRelease> {
  for (let attempt = 1; attempt <= mostTags; attempt += 1) {
    const tag = content.tagOf(attempt)
    const published = await releases.findPublished(tag)
    const tagged = await releases.findTagCommit(tag)
    if (tagged !== undefined && tagged !== content.commit) continue
    if (published === undefined) {
      return makeRelease(releases, { ...content, tag })
    }
    if (await holdsContent(releases, published, content))
      return { kind: 'found', tag, url: published.url, attestation: null }
  }
  const last = content.tagOf(mostTags)
  throw new ExportFault(
    'release_unproven',
    recordText('no tag is free'),
    recordText('All up to {tag} have other content. Delete some.', { tag: last }),
  )
}

/** Compares the manifest first, by its digest where the server has one: most releases with other content cost no download. */
async function holdsContent(releases: ReleaseStore, release: StoredRelease, content: ReleaseContent): Promise<boolean> {
  const manifest = release.assets.find((asset) => asset.name === 'manifest.json')
  if (manifest === undefined) return false
  const names = new Set(release.assets.map((asset) => asset.name))
  // One that has everything but signature or attestation is out already; a new one goes beside it. Older ones have no script.
  if (content.files.some(({ name }) => name !== verifyScriptName && !names.has(name))) return false
  if (content.attestation !== null && !names.has(attestationName)) return false
  if (manifest.sha256 !== null && manifest.sha256 !== content.manifestSha256) return false
  const faults = await findAssetFaults(releases, release, content.files, [attestationName])
  return faults.length === 0 || holdsManifest(releases, release, content.manifestSha256)
}

type TaggedContent = ReleaseContent & { tag: string }

async function makeRelease(releases: ReleaseStore, content: TaggedContent): Promise<PublishedRelease> {
  const draft = await takeDraft(releases, content)
  const names = new Set(content.files.map((file) => file.name))
  for (const asset of draft.assets) {
    const isAttestation = asset.name === attestationName && content.attestation !== null
    if (!names.has(asset.name) && !isAttestation) await releases.deleteAsset(asset.id)
  }
  for (const file of content.files) await ensureAsset(releases, draft, file)
  const uploaded = await releases.getRelease(draft.id)
  const faults = await findAssetFaults(releases, uploaded, content.files, [attestationName])
  if (faults.length > 0) {
    throw new ExportFault(
      'asset_broken',
      recordText('the uploaded files are not those that were sent'),
      faults.join('; '),
    )
  }
  const { attestation: wanted } = content
  const attestation = wanted === null ? null : await attestDraft(releases, uploaded, wanted.statement, wanted.attest)
  const release = await publishDraft(releases, draft.id, content)
  const tagged = await releases.findTagCommit(content.tag)
  if (tagged !== content.commit) {
    const details = `It points at ${tagged ?? 'nothing'} instead of ${content.commit}.`
    throw new ExportFault('release_unproven', `tag ${content.tag} is wrong`, details)
  }
  return { kind: 'published', tag: content.tag, url: release.url, attestation }
}

async function takeDraft(releases: ReleaseStore, content: TaggedContent): Promise<StoredRelease> {
  const left = await releases.findDraft(content.tag)
  if (left !== undefined) return left
  try {
    return await releases.createDraft(content)
  } catch (error) {
    // An error may come after the deed: look before giving up.
    const made = await releases.findDraft(content.tag)
    if (made === undefined) throw explainRefusal(error, content.tag)
    return made
  }
}

async function publishDraft(releases: ReleaseStore, id: number, content: TaggedContent): Promise<StoredRelease> {
  try {
    return await releases.publish(id, content)
  } catch (error) {
    const published = await releases.findPublished(content.tag)
    if (published?.id !== id) throw explainRefusal(error, content.tag)
    return published
  }
}

/** GitHub answers with JSON where a rule of the repository forbids the tag; a person needs the rule, not the JSON. */
function explainRefusal(error: unknown, tag: string): unknown {
  const said = error instanceof Error ? error.message : ''
  if (!/rule violations|protected tag|tag name can't be|pre_receive|Cannot create ref/i.test(said)) return error
  const details = recordText(
    "See Settings → Rules, or protected tags. Let this App or the workflow's token pass the rule for `countersign-*`, or allow such tags; then export again.",
  )
  return new ExportFault(
    'tag_refused',
    recordText("a rule of the repository doesn't let the tag {tag} be made", { tag }),
    details,
    error,
  )
}
