import { createHmac, randomUUID } from 'node:crypto'
import { nodeId } from '../world/node-id.ts'
import type { App, Delivery, Installation } from '../world/app.ts'
import type { Repository, World } from '../world/world.ts'

const timeoutMs = 10_000
const keptDeliveries = 2000
const keptResponseCharacters = 10_000
/** Sent to every App whether it asked or not. */
const unasked = new Set(['installation', 'installation_repositories', 'github_app_authorization', 'ping'])

interface Happening {
  event: string
  action: string | null
  payload: Record<string, unknown>
}

/** Sends signed webhooks as GitHub does: one attempt each, in the order they happened, kept so that they can be sent again. */
export class Webhooks {
  readonly #world: World
  readonly #now: () => Date
  readonly #touch: () => void
  readonly #underWay = new Set<Promise<void>>()

  constructor(world: World, now: () => Date, touch: () => void) {
    this.#world = world
    this.#now = now
    this.#touch = touch
  }

  /** To every App that is installed on the repository and listens; `hears` says of each whether it is told of this. */
  emit(repo: Repository, happening: Happening, hears: (app: App) => boolean = () => true): void {
    for (const app of this.#world.apps.filter(hears)) {
      for (const installation of app.installations) {
        const listens = unasked.has(happening.event) || installation.events.includes(happening.event)
        if (installation.repositoryIds.includes(repo.id) && listens) this.#send(app, installation, repo, happening)
      }
    }
  }

  /** To one App, about one of its installations. */
  emitToApp(app: App, installation: Installation, happening: Happening): void {
    this.#send(app, installation, undefined, happening)
  }

  /** The same guid and payload again, as a new delivery. */
  redeliver(delivery: Delivery): void {
    const app = this.#world.apps.find((one) => one.id === delivery.appId)
    if (app) this.#deliver(app, { ...delivery, redelivery: true })
  }

  /** Resolves when nothing is under way any more, not even what the answers set off meanwhile. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  #send(app: App, installation: Installation, repo: Repository | undefined, happening: Happening): void {
    if (app.webhookUrl === null) return
    const { event, action, payload } = happening
    this.#deliver(app, {
      guid: randomUUID(),
      appId: app.id,
      installationId: installation.id,
      repositoryId: repo?.id ?? null,
      event,
      action,
      redelivery: false,
      request: {
        headers: {},
        payload: {
          ...(action === null ? {} : { action }),
          installation: { id: installation.id, node_id: nodeId('App', installation.id) },
          ...payload,
        },
      },
    })
  }

  #deliver(
    app: App,
    parts: Pick<
      Delivery,
      'guid' | 'appId' | 'installationId' | 'repositoryId' | 'event' | 'action' | 'redelivery' | 'request'
    >,
  ): void {
    const body = JSON.stringify(parts.request.payload)
    const headers = renderHeaders(app, parts.event, parts.guid, body)
    const delivery: Delivery = {
      ...parts,
      id: this.#world.nextId++,
      deliveredAt: this.#now().toISOString(),
      durationSeconds: 0,
      statusCode: 0,
      status: 'Pending',
      request: { headers, payload: parts.request.payload },
      response: { headers: {}, payload: '' },
    }
    this.#world.deliveries.push(delivery)
    if (this.#world.deliveries.length > keptDeliveries) this.#world.deliveries.shift()
    const sending = post(app.webhookUrl ?? '', headers, body, delivery).finally(() => {
      this.#underWay.delete(sending)
      this.#touch()
    })
    this.#underWay.add(sending)
  }
}

function renderHeaders(app: App, event: string, guid: string, body: string): Record<string, string> {
  const sign = (algorithm: string) =>
    `${algorithm}=${createHmac(algorithm, app.webhookSecret).update(body).digest('hex')}`

  return {
    Accept: '*/*',
    'Content-Type': 'application/json',
    'User-Agent': `GitHub-Hookshot/${createHmac('sha1', 'hookshot').update(app.slug).digest('hex').slice(0, 7)}`,
    'X-GitHub-Delivery': guid,
    'X-GitHub-Event': event,
    'X-GitHub-Hook-ID': String(app.id),
    'X-GitHub-Hook-Installation-Target-ID': String(app.id),
    'X-GitHub-Hook-Installation-Target-Type': 'integration',
    'X-Hub-Signature': sign('sha1'),
    'X-Hub-Signature-256': sign('sha256'),
  }
}

/** One attempt; whatever comes of it is written into the delivery. */
async function post(url: string, headers: Record<string, string>, body: string, delivery: Delivery): Promise<void> {
  const started = performance.now()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    })
    const payload = await response.text()
    delivery.statusCode = response.status
    delivery.status = response.ok ? 'OK' : `Invalid HTTP Response: ${response.status}`
    delivery.response = {
      headers: Object.fromEntries(response.headers),
      payload: payload.slice(0, keptResponseCharacters),
    }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    delivery.statusCode = timedOut ? 504 : 502
    delivery.status = timedOut ? 'timed out' : 'failed to connect to host'
  }
  delivery.durationSeconds = Math.round(performance.now() - started) / 1000
}
