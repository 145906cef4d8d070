/** Somebody with a browser: keeps cookies of each server, follows redirects, and sends forms as one does. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** The answer at the end of all redirects, and its address. */
  async open(url: string, init: RequestInit = {}): Promise<{ url: string; status: number; text: string }> {
    const target = new URL(url)
    const jar = this.#cookies.get(target.origin) ?? new Map<string, string>()
    this.#cookies.set(target.origin, jar)
    const cookie = this.cookieHeader(url)
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next !== null) return this.open(new URL(next, url).href)
    return { url, status: answer.status, text: await answer.text() }
  }

  send(url: string, fields: Record<string, string>, origin = new URL(url).origin) {
    return this.open(url, { method: 'POST', headers: { origin, referer: url }, body: new URLSearchParams(fields) })
  }

  /** Signs in where a page asked for it: the sandbox lets one choose whom to be. */
  async signInAs(login: string, dashboard: string) {
    const asked = await this.open(dashboard)
    const { origin, searchParams } = new URL(asked.url)
    return this.send(`${origin}/login/oauth/authorize`, { ...Object.fromEntries(searchParams), login })
  }

  /** What the browser says to the server of this address. */
  cookieHeader(url: string): string {
    const jar = this.#cookies.get(new URL(url).origin) ?? []
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  cookiesOf(url: string): string[] {
    return [...(this.#cookies.get(new URL(url).origin)?.values() ?? [])]
  }
}

/** What a form of a page holds beside what one types. */
export function readFormToken(html: string): string {
  return /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
}
