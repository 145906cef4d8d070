/** Where signatures come from: a certificate authority, and a public log or an authority for times, or both. */
export interface SigningServices {
  fulcio: string
  rekor: string | null
  timestamp: string | null
}

/** Whatever is signed by them can be read by everybody, for ever. */
const publicServices: SigningServices = {
  fulcio: 'https://fulcio.sigstore.dev',
  rekor: 'https://rekor.sigstore.dev',
  timestamp: null,
}

/** As GitHub's own Actions choose them: nothing of a repository that not everybody may read reaches the public log. */
export function findSigningServices(server: string, isPublic: boolean): SigningServices {
  if (isPublic) return publicServices
  const host = new URL(server).hostname
  const own = host === 'github.com' ? 'githubapp.com' : host
  return { fulcio: `https://fulcio.${own}`, rekor: null, timestamp: `https://timestamp.${own}` }
}

/** `fulcio=https://… rekor=https://… timestamp=https://…`; undefined where it says no authority, nobody who tells times, or something else. */
export function parseSigningServices(text: string): SigningServices | undefined {
  const found = new Map<string, string>()
  for (const word of text.trim().split(/\s+/)) {
    const [, name, address = ''] = /^(fulcio|rekor|timestamp)=(https?:\/\/\S+)$/.exec(word) ?? []
    if (name === undefined || found.has(name) || !URL.canParse(address)) return undefined
    found.set(name, address.replace(/\/$/, ''))
  }
  const [fulcio, rekor = null, timestamp = null] = ['fulcio', 'rekor', 'timestamp'].map((name) => found.get(name))
  return fulcio === undefined || (rekor ?? timestamp) === null ? undefined : { fulcio, rekor, timestamp }
}
