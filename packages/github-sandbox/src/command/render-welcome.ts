import type { Sandbox } from '../instance/sandbox.ts'
import { people } from '../instance/sandbox.ts'

export interface Started {
  sandbox: Sandbox
  /** `owner/name`, that to begin with first. */
  repositories: string[]
  webhookUrl: string
  /** Where the App's private key was written. */
  keyFile: string
}

/** What a person needs to point an App and a browser at it. */
export function renderWelcome({ sandbox, repositories, webhookUrl, keyFile }: Started): string {
  const { app, web } = sandbox
  const tokens = people.map((role) => `  ${role.padEnd(11)} @${sandbox.logins[role].padEnd(8)} ${sandbox.tokens[role]}`)

  return [
    `A GitHub on this machine: ${web}`,
    '',
    ...repositories.flatMap((one) => [`  Pages   ${web}/${one}/issues`, `  Clone   git clone ${web}/${one}.git`]),
    `  API     ${sandbox.url}`,
    `  GraphQL ${web}/api/graphql`,
    '',
    `The App @${app.slug} is installed on every repository. A Probot app takes its place with these, in .env or before its command:`,
    '',
    '  GHE_PROTOCOL=http',
    `  GHE_HOST=${new URL(web).host}`,
    `  APP_ID=${app.id}`,
    `  PRIVATE_KEY_PATH=${keyFile}`,
    `  WEBHOOK_SECRET=${app.webhookSecret}`,
    '',
    `Its webhooks go to ${webhookUrl} (--webhook names another address).`,
    '',
    'People and their tokens, for Octokit, as bearer token, or as password for git:',
    '',
    ...tokens,
    '',
    `  new Octokit({ baseUrl: '${sandbox.url}', auth: '${sandbox.tokens.writer}' })`,
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

/** The same for a program: what `--json` prints. */
export function describeSandbox({ sandbox, repositories, webhookUrl, keyFile }: Started) {
  const { id, slug, installationId, webhookSecret, privateKey } = sandbox.app

  return {
    url: sandbox.url,
    web: sandbox.web,
    repositories,
    app: { id, slug, installationId, webhookSecret, privateKey, keyFile, webhookUrl },
    tokens: sandbox.tokens,
  }
}
