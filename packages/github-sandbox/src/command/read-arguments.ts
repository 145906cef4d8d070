import { parseArgs } from 'node:util'

export const defaultPort = 4141
/** Where Probot listens unless told. */
const probotWebhooks = 'http://localhost:3000/api/github/webhooks'

export interface Arguments {
  port: number
  data?: string
  import?: string
  manifest?: string
  webhook: string
  json: boolean
}

export type ReadArguments = { kind: 'help' } | { kind: 'wrong'; why: string } | { kind: 'start'; arguments: Arguments }

export const usage = `Usage: github-sandbox [options]

Starts a GitHub on this machine, with one App installed, until Ctrl-C.

  --port <number>    where to listen on 127.0.0.1; 0 takes a free one (${defaultPort})
  --data <folder>    keep everything there, and go on from it next time; without it, nothing is kept
  --import <path>    a local git repository, taken with its history; it is only read
  --manifest <file>  app.yml of your App: its name, permissions and events
  --webhook <url>    where the App's webhooks are sent (${probotWebhooks})
  --json             print one line of JSON with addresses, keys and tokens
  --help             print this
`

/** What the words behind `github-sandbox` ask for. */
export function readArguments(words: string[]): ReadArguments {
  let values: ReturnType<typeof parse>
  try {
    values = parse(words)
  } catch (error) {
    return {
      kind: 'wrong',
      why: `${error instanceof Error ? error.message : String(error)} (--help lists the options)`,
    }
  }
  if (values.help === true) return { kind: 'help' }
  const port = Number(values.port ?? defaultPort)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return { kind: 'wrong', why: `--port is a number from 0 to 65535, not "${values.port}"` }
  const webhook = values.webhook ?? probotWebhooks
  if (!/^https?:$/.test(URL.parse(webhook)?.protocol ?? ''))
    return { kind: 'wrong', why: `--webhook is an http or https address, not "${webhook}"` }
  const { data, import: from, manifest } = values

  return {
    kind: 'start',
    arguments: {
      port,
      webhook,
      json: values.json === true,
      ...(data === undefined ? {} : { data }),
      ...(from === undefined ? {} : { import: from }),
      ...(manifest === undefined ? {} : { manifest }),
    },
  }
}

function parse(words: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { port: text, data: text, import: text, manifest: text, webhook: text, json: flag, help: flag }

  return parseArgs({ args: words, options }).values
}
