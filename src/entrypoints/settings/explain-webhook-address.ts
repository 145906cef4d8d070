import { isIP } from 'node:net'

/** Why GitHub can't send webhooks there; undefined where it may. `web`: the GitHub that is to. */
export function explainWebhookAddress(address: string, web: string): string | undefined {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return `takes the address of your server, such as https://countersign.example.com; got ${address}`
  const { hostname } = new URL(address)
  // A GitHub on this machine reaches it.
  if (isOnThisMachine(new URL(web).hostname)) return undefined
  if (isOnThisMachine(hostname)) return `${address} is this machine, where GitHub can't reach it`
  const isPublic = new URL(web).hostname === 'github.com'
  return isPublic && isPrivate(hostname)
    ? `${address} is in a network of your own, where GitHub can't reach it`
    : undefined
}

/** What goes unprotected where GitHub sends to an address without TLS; undefined where nothing does. */
export function warnOfPlainHttp(address: string, web: string): string | undefined {
  if (new URL(address).protocol !== 'http:' || isOnThisMachine(new URL(web).hostname)) return undefined
  return `${address} is not encrypted. Nobody can forge a webhook, as GitHub signs them, but whoever is on the way reads what is in them: issues and comments, of private repositories too. Put HTTPS before the server (docs/install.md, "HTTPS before it"), and give that address.`
}

/** `[::1]` is how an address has it. */
function isOnThisMachine(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(host)
}

function isPrivate(host: string): boolean {
  if (isIP(host) === 4) return /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(host)
  return /^\[f[cd]|^\[fe80:/.test(host) || /\.(?:local|internal|lan|home\.arpa)$/.test(host) || !/[.:]/.test(host)
}
