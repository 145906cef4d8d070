import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { request } from '@octokit/request'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { parse } from 'yaml'
import { calledWith } from '../settings/called-as.ts'
import { explainPort } from '../settings/explain-port.ts'
import { explainWebhookAddress, warnOfPlainHttp } from '../settings/explain-webhook-address.ts'
import { webhookPath } from '../intake/webhook-listener.ts'
import type { CommandIo } from './verify.ts'

const manifestFile = fileURLToPath(new URL('../../../app.yml', import.meta.url))

export interface SetupArguments {
  /** Public address of the server, without a path; GitHub sends webhooks there. */
  url: string
  /** Where GitHub sends them instead, such as a channel that passes them on. */
  webhook?: string
  /** Organisation the App belongs to; undefined: the person who presses the button. */
  org?: string
  port: number
  /** File the settings are written to; never overwritten. */
  out: string
}

interface Credentials {
  id: number
  slug: string
  html_url: string
  webhook_secret: string
  client_id: string
  client_secret: string
  pem: string
}

/** `countersign setup`: registers the GitHub App from `app.yml` with one click, and keeps its secrets in a file. */
export async function runSetup(args: SetupArguments, io: CommandIo): Promise<number> {
  const api = io.env['GITHUB_API_URL'] ?? 'https://api.github.com'
  const web = io.env['GITHUB_WEB_URL'] ?? 'https://github.com'
  const wrong = findWrongAddress(args, web)
  if (wrong !== undefined) {
    io.stderr(`countersign setup: ${wrong}\n`)
    return 2
  }
  if ((await stat(args.out).catch(() => undefined)) !== undefined) {
    io.stderr(
      `countersign setup: ${args.out} is there already and is not overwritten; move it away or name another with --out\n`,
    )
    return 2
  }
  const plain = warnOfPlainHttp(args.webhook ?? args.url, web)
  if (plain !== undefined) io.stderr(`countersign setup: ${plain}\n`)
  const made = await askInBrowser(args, { api, web }, io).catch((error: unknown) => {
    const why = explainPort(error, `127.0.0.1:${args.port}`, 'name another with --port N (--port 0 takes a free one)')
    if (why === undefined) throw error
    io.stderr(`countersign setup: ${why}\n`)
    return null
  })
  if (made === null) return 2
  await writeFile(args.out, renderSettings(made, { api, web }), { mode: 0o600, flag: 'wx' })
  io.stdout(
    [
      `The App ${made.slug} is registered; its settings are in ${args.out}, readable by you alone.`,
      '',
      `  Install it on repositories:  ${made.html_url}/installations/new`,
      `  Start the server:            ${calledWith(args.out)} app`,
      `  See whether GitHub reaches:  ${calledWith(args.out)} setup --check`,
      '',
    ].join('\n'),
  )
  return 0
}

function findWrongAddress({ url, webhook }: SetupArguments, web: string): string | undefined {
  const why = explainWebhookAddress(webhook ?? url, web)
  if (why === undefined) return URL.canParse(url) ? undefined : `--url takes an address; got ${url}`
  if (webhook !== undefined) return `--webhook ${why}`
  const ways =
    'To try it out without any server there is "countersign sandbox". For a server on your own machine, give --webhook with a channel that passes webhooks on (docs/install.md, "On your own machine").'
  return `--url ${why}${URL.canParse(url) ? `. ${ways}` : ''}`
}

/** A page with the one button, and the way back from GitHub: its code is changed for the App's secrets. */
async function askInBrowser(
  args: SetupArguments,
  github: { api: string; web: string },
  io: CommandIo,
): Promise<Credentials> {
  const state = randomBytes(24).toString('hex')
  const manifest = parse(await readFile(manifestFile, 'utf8')) as Record<string, unknown>
  const { promise, resolve, reject } = Promise.withResolvers<Credentials>()
  const app = new Hono()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: args.port }, ({ port }) => {
    const here = `http://127.0.0.1:${port}`
    const owner = args.org === undefined ? '' : `organizations/${encodeURIComponent(args.org)}/`
    const target = `${github.web}/${owner}settings/apps/new?state=${state}`
    const hook = { url: args.webhook ?? new URL(webhookPath, args.url).href, active: true }
    const filled = JSON.stringify({
      ...manifest,
      url: args.url,
      hook_attributes: hook,
      redirect_url: `${here}/callback`,
      callback_urls: [new URL('/dashboard/callback', args.url).href],
    })
    app.get('/', (c) => c.html(renderSetupPage(target, filled, hook.url)))
    io.stdout(
      [
        `Open ${here} in a browser and press the button.`,
        'Is the browser on another machine than this, such as on your desk? Run this there first, and leave it open:',
        `  ssh -L ${port}:127.0.0.1:${port} YOU@THIS-SERVER`,
        '',
      ].join('\n'),
    )
  })
  server.on('error', reject)
  app.get('/callback', async (c) => {
    const given = c.req.query('state') ?? ''
    const code = c.req.query('code') ?? ''
    const same = given.length === state.length && timingSafeEqual(Buffer.from(given), Buffer.from(state))
    if (!same || code === '')
      return c.text('This is not the answer that was waited for. Start again from the page with the button.', 400)
    try {
      const answer = await request('POST /app-manifests/{code}/conversions', { baseUrl: github.api, code })
      resolve(answer.data as unknown as Credentials)
      return c.text('Done. Go back to the terminal.')
    } catch (error) {
      reject(error)
      return c.text('GitHub did not hand out the secrets; the terminal says why.', 502)
    }
  })
  try {
    return await promise
  } finally {
    server.close()
  }
}

function renderSetupPage(target: string, manifest: string, address: string) {
  return html`<!doctype html>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Register Countersign</title>
    <style>
      body {
        font:
          16px/1.5 system-ui,
          sans-serif;
        max-width: 34rem;
        margin: 4rem auto;
        padding: 0 1rem;
      }
      :root {
        color-scheme: light dark;
      }
      code {
        overflow-wrap: anywhere;
      }
      button {
        font: inherit;
        padding: 0.5rem 1rem;
      }
    </style>
    <h1>Register Countersign</h1>
    <p>GitHub shows what the App may do before anything is made. Its secrets come back to this machine only.</p>
    <p>
      Its webhooks will go to <code>${address}</code>. If that is wrong, press Ctrl-C in the terminal and say it again.
    </p>
    <form action="${target}" method="post">
      <input type="hidden" name="manifest" value="${manifest}" />
      <button>Register the GitHub App</button>
    </form>`
}

function renderSettings(made: Credentials, github: { api: string; web: string }): string {
  return [
    `APP_ID=${made.id}`,
    `PRIVATE_KEY="${made.pem.trim().replaceAll('\n', String.raw`\n`)}"`,
    `WEBHOOK_SECRET=${made.webhook_secret}`,
    // For signing in to the dashboard, where DASHBOARD wants it.
    `GITHUB_CLIENT_ID=${made.client_id}`,
    `GITHUB_CLIENT_SECRET=${made.client_secret}`,
    // Of its own, so that the webhook secret can change without the state's MACs breaking.
    `STATE_SECRET=${randomBytes(32).toString('hex')}`,
    ...(github.api === 'https://api.github.com'
      ? []
      : [`GITHUB_API_URL=${github.api}`, `GITHUB_WEB_URL=${github.web}`]),
    '',
  ].join('\n')
}
