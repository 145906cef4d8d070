import { z } from 'zod'
import { noticeEventNames } from '../../domain/effects/notice.ts'
import { packageTools } from '../../adapters/workspace/isolation/package-caches.ts'
import { namesPackageCaches } from './list-package-caches.ts'

const secret = z.string().min(16, 'must have at least 16 characters')
const address = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
const digits = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)

const positive = digits.refine((number) => number > 0, 'must be above 0')

/** Environment of the server; all of it is read here and nowhere else. docs/configuration.md is made from it. */
export const SettingsSchema = z.object({
  APP_ID: digits.describe("The App's id, from its settings page."),
  PRIVATE_KEY: z
    .string()
    .includes('PRIVATE KEY', { message: "must be the App's PEM key" })
    .describe(
      "The App's private key in PEM form, as it is or in base64; line ends may be written as `\\n`. Without it, the file that `PRIVATE_KEY_PATH` names, or the only `*.pem` in the folder.",
    ),
  WEBHOOK_SECRET: secret.describe('Secret that GitHub signs webhooks with.'),
  WEBHOOK_SECRET_OLD: secret.optional().describe('The former secret, accepted too while it is being changed.'),
  STATE_SECRET: secret
    .optional()
    .describe(
      'Keys of the MACs and signatures on state commits, and of the MACs of comment markers, come from it. Where it is not set they come from `WEBHOOK_SECRET`, and changing that puts every repository on hold.',
    ),
  STATE_SECRET_OLD: secret
    .optional()
    .describe(
      'The former `STATE_SECRET` (or `WEBHOOK_SECRET`, where the keys came from that), while it is being changed: what it sealed still counts, and commits are signed with both.',
    ),
  GITHUB_API_URL: address.default('https://api.github.com').describe('Base of the REST API.'),
  GITHUB_WEB_URL: address
    .default('https://github.com')
    .describe('Base of the pages, and of the addresses git fetches from.'),
  WEBHOOK_PROXY_URL: address
    .optional()
    .describe(
      'A channel of smee.io from which the server takes webhooks too: for a machine that GitHub can’t reach ([install.md](install.md#on-your-own-machine)).',
    ),
  REVIEWER_TOKEN: z
    .string()
    .optional()
    .describe('Token of a second identity that reviews: it may approve pull requests that the bot opened.'),
  DATA_DIR: z
    .string()
    .default('.countersign')
    .describe(
      'Folder of git mirrors, work trees and the embedded database. It may be thrown away, and with it the webhooks that still wait.',
    ),
  DATABASE: z
    .enum(['embedded', 'memory'], { error: 'must be embedded or memory' })
    .default('embedded')
    .describe(
      'Where webhooks wait: in `DATA_DIR/database.sqlite`, or in memory, where a crash loses them. `DATABASE_URL` comes first.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, message: 'must be an address like postgres://user:password@host:5432/name' })
    .optional()
    .describe('Address of a Postgres to keep them in instead.'),
  RUNS_AT_ONCE: positive
    .default(4)
    .describe(
      'Runs (planning, executing, reviewing, exporting) at work at the same time in one process, and of one installation. Others may go on while some wait for a limit of GitHub; for a moment, when these go on too, there may be more. Where all places are taken, a repository with nothing at work may begin one run all the same; there are as many places again for those.',
    ),
  RUNS_PER_REPOSITORY: positive
    .default(32)
    .describe('Runs of one repository at work at the same time, in all processes that share the database.'),
  KEPT_REPOSITORIES: positive
    .default(100)
    .describe(
      'Repositories whose state a process keeps in memory, those that it worked on last: some fifty issues of each. Any other is read anew, with one call more. Fewer take less memory.',
    ),
  RUN_AS_ROOT: z
    .enum(['refused', 'allowed'], { error: 'must be refused or allowed' })
    .default('refused')
    .describe(
      'Whether the server goes on where it was started as root. Commands of issues then run as a user of their own; the rest of the server has no need of root.',
    ),
  UNCONFINED_COMMANDS: z
    .enum(['refused', 'allowed'], { error: 'must be refused or allowed' })
    .default('refused')
    .describe(
      'Whether `run.isolation: none` in the configuration of a repository is followed. Its commands then run as the server, and read what it can.',
    ),
  UNSIGNED_COMMITS: z
    .enum(['refused', 'allowed'], { error: 'must be refused or allowed' })
    .default('refused')
    .describe(
      'Whether commits of the App count that GitHub did not sign: for a GitHub Enterprise Server without web commit signing. Then the MAC alone decides whose they are.',
    ),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: digits
    .refine((port) => port <= 65_535, 'must be at most 65535')
    .default(3000)
    .describe('Port to listen on; 0 takes a free one.'),
  WRITE_SPACING_MS: digits
    .default(1000)
    .describe('Milliseconds between two writes to one installation; GitHub asks for a second.'),
  SECONDARY_LIMITS: z
    .enum(['github', 'off'], { error: 'must be github or off' })
    .default('github')
    .describe(
      'Whether requests are held back by what GitHub calls secondary rate limits. `off` is for a GitHub Enterprise Server that has none.',
    ),
  LIMITS_SHARED_BY: digits
    .refine((processes) => processes > 0, 'must be at least 1')
    .default(1)
    .describe(
      'How many processes of this App work at once: each takes that part of the secondary limits and spaces its writes so much more.',
    ),
  LEASE_SECONDS: digits
    .refine((seconds) => seconds >= 5, 'must be at least 5')
    .default(20)
    .describe(
      'Seconds of silence after which what a process works on is taken over by another that shares the database. Where it is short, a process that is merely slow loses its work too. All processes should have the same.',
    ),
  CONFIRM_WITHIN_SECONDS: digits
    .refine((seconds) => seconds >= 1, 'must be at least 1')
    .default(600)
    .describe(
      'How long the workflow branch may not say yet that a comment, a label or a reaction was posted: it goes into the next commit of the issue, and only after this into one of its own. Who is killed meanwhile has it looked for on GitHub.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
    .default('info')
    .describe('What is logged, as JSON lines.'),
  MODELS: z
    .string()
    .optional()
    .describe(
      'Models that may be used, by commas, the first for whoever doesn’t choose; `anthropic:claude-opus-4-8` where there are several providers. Without it and `MODELS_FILE` none is used ([agents.md](agents.md)).',
    ),
  MODELS_FILE: z
    .string()
    .optional()
    .describe('A YAML file with providers, models, prices and limits ([agents.md](agents.md)).'),
  OPENAI_API_KEY: z.string().optional().describe('Key of OpenAI, or of what is at `OPENAI_BASE_URL`.'),
  OPENAI_BASE_URL: address
    .optional()
    .describe('Any server that has OpenAI’s `/chat/completions`, with its `/v1`; Azure and Bedrock too.'),
  ANTHROPIC_API_KEY: z.string().optional().describe('Key of Anthropic.'),
  ANTHROPIC_BASE_URL: address.optional().describe('Another address than Anthropic’s, without `/v1`.'),
  GEMINI_API_KEY: z.string().optional().describe('Key of Google’s Gemini API.'),
  GOOGLE_GEMINI_BASE_URL: address.optional().describe('Another address than Google’s, without `/v1beta`.'),
  AGENTS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of agents that `scripts/install-agents.sh` filled; looked into before PATH. Left out: `~/.cache/countersign/agents`.',
    ),
  AGENTS_FILE: z
    .string()
    .optional()
    .describe('A YAML file with agents of your own, and other settings for known ones ([agents.md](agents.md)).'),
  PACKAGE_CACHES: z
    .string()
    .refine(namesPackageCaches, {
      error: `must name ${packageTools.join(', ')}, each as TOOL or TOOL=/FOLDER; pip needs a folder of wheels`,
    })
    .optional()
    .describe(
      'Packages on this machine that isolated commands and agents may read, and never write: `npm`, `cargo`, `go`, `maven`, `gradle` in their usual places, or elsewhere (`npm=/srv/npm-cache`), and `pip=/srv/wheels`. Without it none are seen ([agents.md](agents.md#packages-without-a-network)).',
    ),
  ONBOARDING: z
    .enum(['issue', 'pull_request', 'off'], { error: 'must be issue, pull_request or off' })
    .default('issue')
    .describe(
      'Where a configuration made of what the repository has is proposed when the App is installed on it: once, and never again; not where it comes with more than ten others.',
    ),
  NOTIFY_URL: address
    .optional()
    .describe(
      'Address that is told of plans and verdicts, as JSON that is signed as GitHub signs ([notices.md](notices.md)).',
    ),
  NOTIFY_SECRET: secret.optional().describe('Secret that messages to `NOTIFY_URL` are signed with; needed with it.'),
  NOTIFY_SLACK_URL: address
    .optional()
    .describe(
      'Incoming webhook of Slack, or of what takes the same (Mattermost, Discord with `/slack`), that is told too.',
    ),
  NOTIFY_EVENTS: z
    .string()
    .default(noticeEventNames.join(','))
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(noticeEventNames, { error: `must be some of ${noticeEventNames.join(', ')}, by commas` })))
    .describe('What they are told of, by commas.'),
  NOTIFY_QUIET_HOURS: z
    .string()
    .regex(/^\d\d:\d\d-\d\d:\d\d( \S+)?$/, 'must be like 22:00-07:00 Europe/Berlin')
    .optional()
    .describe(
      'When nobody is told, as `22:00-07:00 Europe/Berlin` (UTC where no time zone is named). What still holds by the end is told then.',
    ),
  DOCS_URL: address.optional().describe("Folder that the bot's comments link to for explanations."),
  DASHBOARD: z
    .enum(['off', 'open', 'sign-in'], { error: 'must be off, open or sign-in' })
    .default('off')
    .describe(
      'Pages at `/dashboard` ([dashboard.md](dashboard.md)). `sign-in`: for people who sign in with GitHub, of what GitHub shows them. `open`: for whoever is at this machine, without sign-in, to read all repositories of the App; it answers to `127.0.0.1` and `localhost` only.',
    ),
  DASHBOARD_URL: address
    .optional()
    .describe('Where people reach this server, `https://countersign.example.com`: what sign-in comes back to.'),
  GITHUB_CLIENT_ID: z.string().optional().describe('The App’s client id, for signing in to the dashboard.'),
  GITHUB_CLIENT_SECRET: z.string().optional().describe('A client secret of the App, likewise.'),
  SWEEP_MINUTES: digits
    .default(5)
    .describe(
      'Minutes between two sweeps, which find what no webhook told; the first is at the start. 0 switches them off.',
    ),
})
export type Settings = z.infer<typeof SettingsSchema>
