import { sha256Of } from '../../../src/application/bundle/hashes.ts'
import type {
  ReleaseFile,
  ReleaseStore,
  ReleaseText,
  StoredAsset,
  StoredRelease,
} from '../../../src/application/ports/forge/release-store.ts'

interface FakeRelease extends StoredRelease {
  commit: string
}

/** Releases in memory, with GitHub's manners: a tag appears when its draft is published, and what is out stays as it is. */
export class FakeReleaseStore implements ReleaseStore {
  readonly releases: FakeRelease[] = []
  readonly tags = new Map<string, string>()
  readonly contents = new Map<number, Uint8Array>()
  /** Writes in order, as `verb what`. */
  readonly writes: string[] = []
  /** Runs after a write has been done; may throw, as a lost answer does. */
  afterWrite: (write: string) => void = () => {}
  private nextId = 1

  findPublished(tag: string) {
    return Promise.resolve(this.releases.find((release) => release.tag === tag && !release.draft))
  }

  findDraft(tag: string) {
    return Promise.resolve(this.releases.find((release) => release.tag === tag && release.draft))
  }

  findTagCommit(tag: string) {
    return Promise.resolve(this.tags.get(tag))
  }

  async createDraft({ tag, commit }: ReleaseText) {
    const id = this.nextId++
    const release = { id, tag, commit, url: `https://example.test/${tag}`, draft: true, uploadUrl: '', assets: [] }
    this.releases.push(release)
    this.wrote(`draft ${tag}`)
    return release
  }

  async getRelease(id: number) {
    const release = this.releases.find((one) => one.id === id)
    if (release === undefined) throw new Error(`no release ${id}`)
    return release
  }

  async uploadAsset({ id: releaseId }: Pick<StoredRelease, 'id'>, { name, content }: ReleaseFile) {
    const bytes = new Uint8Array(await content.arrayBuffer())
    const release = await this.getRelease(releaseId)
    if (!release.draft || release.assets.some((asset) => asset.name === name)) throw new Error(`${name} is there`)
    const id = this.nextId++
    this.contents.set(id, bytes)
    const asset: StoredAsset = { id, name, state: 'uploaded', sha256: sha256Of(bytes), size: bytes.length }
    release.assets.push(asset)
    this.wrote(`upload ${name}`)
    return asset
  }

  async deleteAsset(id: number) {
    for (const release of this.releases) {
      const asset = release.assets.find((one) => one.id === id)
      if (asset === undefined) continue
      if (!release.draft) throw new Error('what is published stays')
      release.assets = release.assets.filter((one) => one !== asset)
      this.wrote(`delete ${asset.name}`)
    }
  }

  async openAsset(id: number): Promise<AsyncIterable<Uint8Array>> {
    const bytes = this.contents.get(id)
    if (bytes === undefined) throw new Error(`no asset ${id}`)
    return new Blob([Uint8Array.from(bytes)]).stream()
  }

  async publish(releaseId: number, { tag, commit }: ReleaseText) {
    const release = await this.getRelease(releaseId)
    release.draft = false
    release.tag = tag
    if (!this.tags.has(tag)) this.tags.set(tag, commit)
    this.wrote(`publish ${tag}`)
    return release
  }

  private wrote(write: string): void {
    this.writes.push(write)
    this.afterWrite(write)
  }
}
