import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import pc from 'picocolors'
import pkg from '../../package.json' with { type: 'json' }
import { configurationPath } from '../domain/configuration/configuration-file.ts'
import { workflowBranch } from '../domain/records/iss-record.ts'
import { type DryRunFormat, dryRunFormats, type PlanFormat, planFormats } from './commands/plan/plan-formats.ts'
import { costKeys } from '../domain/models/cost-report.ts'
import type { CostsArguments } from './commands/models/costs.ts'
import type { DoctorArguments } from './commands/doctor.ts'
import type { DemoArguments } from './demo/run-demo.ts'
import type { SetupArguments } from './commands/setup.ts'
import type { VerifyArguments } from './commands/verify.ts'
import { whatBringsSandbox } from './settings/called-as.ts'
import { readEnvironment } from './settings/read-environment.ts'
import { explainUnreadSettings } from './settings/explain-unread-settings.ts'
import { renderError } from './commands/read/render-error.ts'

let environment: Record<string, string | undefined> | undefined
const io = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  /** When it is asked for: then `--settings` is read, and what no command needs is no fault. */
  get env() {
    environment ??= readEnvironment(process.env)
    return environment
  },
  stdin: () => process.stdin,
  now: () => new Date().toISOString(),
  terminal: {
    colours: pc.isColorSupported,
    width: process.stdout.columns ?? (Number(process.env['COLUMNS']) || 100),
    isRead: process.stdout.isTTY,
  },
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535; 0 takes a free one.')
  return port
}

function requireIssueNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('An issue number is a whole number above 0.')
  return Number(text)
}

function parseDate(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDate) throw new InvalidArgumentError('A day is year, month and day, as 2026-11-23.')
  return text
}

function parseRepositoryName(text: string): string {
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(text)) throw new InvalidArgumentError('A repository is owner/name.')
  return text
}

function parseConcurrency(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 to 9999.')
  return Number(text)
}

function parseRows(text: string, before: number[] | undefined): number[] {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It is a whole number above 0, from "queue list".')
  return [...(before ?? []), Number(text)]
}

/** At once: commands read their settings when they are called. */
function readSettings(file: string): string {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
  return file
}

interface Options {
  debug?: boolean
}

/** Where 1 is an answer, a fault is 2. */
let exitCodeOfFault = 1

const program = new Command('countersign')
  .description('Turns a GitHub issue into work nobody has to take on trust: planned, gated, recorded, provable.')
  .version(pkg.version)
  .option(
    '--settings <file>',
    'read settings from there too; what the environment says already comes first',
    readSettings,
  )
  .option('--debug', 'show the stack of errors')
  .showHelpAfterError('(countersign --help lists the commands)')
  .exitOverride()

program
  .command('app')
  .description('run the App; settings come from the environment (docs/configuration.md)')
  .option('--no-work', 'take webhooks only, and leave the work to "countersign worker" (DATABASE_URL)')
  .action(async (options: { work: boolean }) => {
    const { runApp } = await import('./commands/app.ts')
    process.exitCode = await runApp(options, io)
  })

program
  .command('worker')
  .description('work beside others on one Postgres, without taking webhooks (DATABASE_URL)')
  .option('--concurrency <n>', 'runs at once; RUNS_AT_ONCE where it is left out', parseConcurrency)
  .action(async (options: { concurrency?: number }) => {
    const { runWorker } = await import('./commands/worker.ts')
    process.exitCode = await runWorker(options, io)
  })

program
  .command('setup')
  .description('register the GitHub App from app.yml with one click, and keep its secrets in a file')
  .option('--url <address>', 'public address of your server, where GitHub sends webhooks')
  .option('--webhook <address>', 'where GitHub sends them instead: a channel that passes them on to your machine')
  .option('--org <name>', 'organisation that owns the App; without it, you do')
  .option('--port <number>', 'where the page with the button is, on 127.0.0.1; 0 takes a free one', parsePort, 0)
  .option('--out <file>', 'where the settings go', '.env')
  .option(
    '--check',
    'afterwards: whether GitHub reaches the server, with its settings; exit code 0 it does, 1 it does not, 2 it could not be told',
  )
  .action(async (options: Omit<SetupArguments, 'url'> & { url?: string; check?: boolean }, command: Command) => {
    const { url, check, ...rest } = options
    if (check === true) {
      exitCodeOfFault = 2
      const { runSetupCheck } = await import('./commands/setup-check.ts')
      process.exitCode = await runSetupCheck(io)
      return
    }
    if (url === undefined) command.error("error: required option '--url <address>' not specified")
    const { runSetup } = await import('./commands/setup.ts')
    process.exitCode = await runSetup({ ...rest, url }, io)
  })

program
  .command('sandbox')
  .description('a GitHub on this machine with the App attached, to play with')
  .option('--port <number>', 'where to listen on 127.0.0.1; 0 takes a free one', parsePort, 4242)
  .option('--import <path>', 'take a local git repository with its history')
  .option('--data <dir>', 'keep everything there, and go on from it next time')
  .option('--json', 'print one line of JSON with addresses and tokens')
  .action(async (options: { port: number; import?: string; data?: string; json?: boolean }) => {
    const { runSandbox } = await import('./commands/sandbox.ts')
    process.exitCode = await runSandbox(options, io)
  })

program
  .command('demo')
  .description('one issue from label to verified release on a sandbox GitHub, while you watch: exit code 0 verified')
  .option('--agents', 'an issue in plain prose, planned, done and reviewed by scripted models; needs no key')
  .option('--keep <dir>', 'leave repo.git, release/, requests.ndjson and report.json there')
  .option('--json', 'print the report alone')
  .action(async (options: Omit<DemoArguments, 'debug'>) => {
    const { isSandboxMissing } = await import('./commands/sandbox.ts')
    try {
      const { runDemo } = await import('./demo/run-demo.ts')
      process.exitCode = await runDemo({ ...options, debug: program.opts<Options>().debug === true }, io)
    } catch (error) {
      if (!isSandboxMissing(error)) throw error
      io.stderr(`countersign demo: no sandbox is installed here; ${whatBringsSandbox}\n`)
      process.exitCode = 2
    }
  })

program
  .command('agents')
  .description(
    'coding agents on this machine, and what they lack, by the settings of the server: exit code 0 one can work, 1 none can, 2 could not look',
  )
  .option('--json', 'print it as JSON')
  .action(async (options: { json?: boolean }) => {
    exitCodeOfFault = 2
    const { runAgents } = await import('./commands/agents/agents.ts')
    process.exitCode = await runAgents(options, io)
  })

program
  .command('costs')
  .description('what models cost, by the count of the gateway on this machine (DATA_DIR)')
  .addOption(new Option('--by <what>', 'a line for each').choices(costKeys).default('day'))
  .option('--since <date>', 'from that day on, as 2026-11-23 (UTC); calls are kept for 90 days', parseDate)
  .option('--repo <name>', 'of one repository, owner/name', parseRepositoryName)
  .option('--issue <number>', 'of one issue; takes --repo too where there are several', requireIssueNumber)
  .option('--json', 'print it as JSON')
  .action(async (options: CostsArguments) => {
    const { runCosts } = await import('./commands/models/costs.ts')
    process.exitCode = runCosts(options, io)
  })

program
  .command('models')
  .description(
    'models of the server, whether their providers answer, prices, limits and what is spent of them: exit code 0 all answer, 1 one does not or there is none, 2 could not look',
  )
  .option('--json', 'print it as JSON')
  .action(async (options: { json?: boolean }) => {
    exitCodeOfFault = 2
    const { runModels } = await import('./commands/models/models.ts')
    process.exitCode = await runModels(options, io)
  })

program
  .command('keys')
  .description('print the public keys that this App signs with: what `--public-key` takes')
  .option('--pem', 'for openssl and its like')
  .option('--renew', 'sign the state of every repository with the newest key; takes the settings of the App')
  .action(async (options: { pem?: boolean; renew?: boolean }) => {
    const { runKeys } = await import('./commands/keys.ts')
    process.exitCode = await runKeys(options, io)
  })

const publicKeyWords = 'public key of the App: the key itself, a file, or an https address; else COUNTERSIGN_PUBLIC_KEY'

program
  .command('verify')
  .description('prove a bundle: exit code 0 approved, 3 self-consistent only, 1 broken, 2 wrong usage')
  .argument('<target>', 'a folder with manifest.json, or the manifest itself')
  .option('--repo <address>', 'with --public-key: clone address, path, or owner/name')
  .option('--public-key <key>', `trust anchor, with --repo or alone: ${publicKeyWords}`)
  .option('--repository-id <number>', 'GitHub’s number of the repository, where it can’t be asked')
  .option('--manifest-sha256 <hex>', 'trust anchor: the hash that was told at the export')
  .option('--require-attestation', 'not approved without an attestation of a workflow of the repository')
  .option(
    '--signer-workflow <path>',
    'that workflow: owner/name/.github/workflows/file.yml, best with @refs/heads/main',
  )
  .option('--trusted-root <file>', 'authorities to check attestations by, as `gh attestation trusted-root` prints them')
  .option('--json', 'print the report as JSON')
  .action(async (target: string, options: Omit<VerifyArguments, 'target'>) => {
    const { runVerify } = await import('./commands/verify.ts')
    process.exitCode = await runVerify({ target, ...options }, io)
  })

program
  .command('doctor')
  .description(
    'look for what is wrong with the records: exit code 0 nothing, 1 something, 3 nothing, but who wrote them is not known, 2 could not look',
  )
  .argument('[issue]', '7, #7 or ISS-007; all where it is left out')
  .option('--repo <address>', 'path or address to clone, or owner/name', '.')
  .option('--issue <number>', 'the same as the argument')
  .option('--public-key <key>', publicKeyWords)
  .option('--fix', 'mend what needs no judgement; takes owner/name, and the settings of the App')
  .option(
    '--rules',
    'look at rulesets and branch protection of owner/name instead: what is in the way, what is missing',
  )
  .option('--json', 'print what was found as JSON')
  .action(async (issue: string | undefined, options: DoctorArguments & { rules?: boolean }) => {
    if (options.rules === true) {
      const { runDoctorRules } = await import('./commands/read/doctor-rules.ts')
      process.exitCode = await runDoctorRules(options, io)
      return
    }
    const { runDoctor } = await import('./commands/doctor.ts')
    process.exitCode = await runDoctor({ ...options, issue: issue ?? options.issue }, io)
  })

program
  .command('status')
  .description(
    'where issues stand, from the workflow branch: exit code 0 told, 1 a file can’t be read, 2 could not look',
  )
  .argument('[issue]', '7, #7 or ISS-007; a line for each where it is left out')
  .option('--repo <address>', 'path, address, or owner/name', '.')
  .option('--branch <name>', 'the branch with the state', workflowBranch)
  .option('--json', 'print it as JSON')
  .action(async (issue: string | undefined, options: { repo: string; branch: string; json?: boolean }) => {
    const { runStatus } = await import('./commands/status.ts')
    process.exitCode = await runStatus({ issue, ...options }, io)
  })

const loop = program.command('loop').description('loops as files of the workflow branch')

loop
  .command('rebuild')
  .description('put a loop’s state back from its progress files: exit code 0 it is well, 1 it is not, 2 could not look')
  .argument('<where>', 'a folder with the files of the workflow branch; or what to clone: path, address, owner/name')
  .argument('[which]', 'ISS-007, or the id of a loop; all where it is left out')
  .option('--write', 'write it; takes a folder')
  .option('--json', 'print it as JSON')
  .action(async (where: string, which: string | undefined, options: { write?: boolean; json?: boolean }) => {
    const { runLoopRebuild } = await import('./commands/loop-rebuild.ts')
    process.exitCode = await runLoopRebuild({ where, which, ...options }, io)
  })

const plan = program.command('plan').description('plans as files: check, show, and plan an issue without GitHub')

plan
  .command('check')
  .description('all faults of a plan and its score: exit code 0 fine, 1 not, 2 unreadable')
  .argument('<file>', 'a plan or a solution, JSON or YAML; - is standard input')
  .option('--repo <path>', 'git repository whose file sizes and configuration count')
  .option('--json', 'print the outcome as JSON')
  .action(async (file: string, options: { repo?: string; json?: boolean }) => {
    const { runPlanCheck } = await import('./commands/plan/plan.ts')
    process.exitCode = await runPlanCheck({ file, ...options }, io)
  })

plan
  .command('show')
  .description('a plan in another form')
  .argument('<file>', 'a plan or a solution, JSON or YAML; - is standard input')
  .addOption(new Option('--format <form>', 'the form').choices(planFormats).default('table'))
  .action(async (file: string, options: { format: PlanFormat }) => {
    const { runPlanShow } = await import('./commands/plan/plan.ts')
    process.exitCode = await runPlanShow({ file, ...options }, io)
  })

plan
  .command('dry-run')
  .description(
    'what the App would answer to an issue: exit code 0 a plan, 1 a question, 3 nothing to plan, 2 unreadable',
  )
  .argument('<issue.md>', 'Markdown that begins with its title as a heading; - is standard input')
  .option('--repo <path>', 'git repository whose file sizes and configuration count')
  .option('--number <n>', 'number the issue has or will have', requireIssueNumber, 1)
  .addOption(new Option('--format <form>', 'the form').choices(dryRunFormats).default('markdown'))
  .action(async (file: string, options: { repo?: string; number: number; format: DryRunFormat }) => {
    const { runPlanDryRun } = await import('./commands/plan/plan-dry-run.ts')
    process.exitCode = await runPlanDryRun({ file, ...options }, io)
  })

const config = program.command('config').description('the configuration of a repository: check a file, explain keys')

config
  .command('check')
  .description('what is wrong with a configuration: exit code 0 nothing, 1 something, 2 unreadable')
  .argument('[file]', 'the file; - is standard input', configurationPath)
  .option('--json', 'print the outcome as JSON')
  .action(async (file: string, options: { json?: boolean }) => {
    exitCodeOfFault = 2
    const { runConfigCheck } = await import('./commands/repository/configuration.ts')
    process.exitCode = await runConfigCheck({ file, ...options }, io)
  })

config
  .command('explain')
  .description('what keys mean, take and are: exit code 0 told, 1 no such key, 2 unreadable')
  .argument('[key]', 'as run.parallel, or run for all below it; a line for each where it is left out')
  .option('--repo <path>', 'git repository whose configuration holds; the defaults without it')
  .option('--json', 'print them as JSON')
  .action(async (key: string | undefined, options: { repo?: string; json?: boolean }) => {
    exitCodeOfFault = 2
    const { runConfigExplain } = await import('./commands/repository/configuration.ts')
    process.exitCode = await runConfigExplain({ key, ...options }, io)
  })

program
  .command('issue-form')
  .description('print a form for .github/ISSUE_TEMPLATE/countersign.yml that asks for what a plan needs')
  .action(async () => {
    const { runIssueForm } = await import('./commands/repository/issue-form.ts')
    process.exitCode = await runIssueForm(io)
  })

const queue = program
  .command('queue')
  .description('webhooks that wait or could not be handled (DATA_DIR, DATABASE_URL)')

queue
  .command('list')
  .description('what waits and what is dead, oldest first')
  .option('--json', 'print it as JSON')
  .action(async (options: { json?: boolean }) => {
    const { runQueueList } = await import('./commands/queue.ts')
    process.exitCode = await runQueueList(options, io)
  })

queue
  .command('retry')
  .description('hand out again, tries counted anew: exit code 0 done, 1 not all of them can be')
  .argument('[id...]', 'numbers from the list', parseRows)
  .option('--all', 'everything that waits or is dead')
  .action(async (rows: number[] | undefined, options: { all?: boolean }) => {
    const { runQueueRetry } = await import('./commands/queue.ts')
    process.exitCode = await runQueueRetry({ rows: rows ?? [], all: options.all === true }, io)
  })

queue
  .command('drop')
  .description('give dead ones up for good: exit code 0 done, 1 not all of them are there and dead')
  .argument('[id...]', 'numbers from the list', parseRows)
  .option('--all', 'everything that is dead')
  .action(async (rows: number[] | undefined, options: { all?: boolean }) => {
    const { runQueueDrop } = await import('./commands/queue.ts')
    process.exitCode = await runQueueDrop({ rows: rows ?? [], all: options.all === true }, io)
  })

/** What a command was lacking is in its own help. */
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help explains it)`)
  for (const one of command.commands) pointToHelp(one, `${name} ${one.name()}`)
}
for (const one of program.commands) pointToHelp(one, `countersign ${one.name()}`)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
    if (error.code === 'commander.unknownCommand') {
      const { explainUnknownCommand } = await import('./commands/explain-unknown-command.ts')
      const meant = explainUnknownCommand(program.args[0] ?? '')
      if (meant !== undefined) io.stderr(`${meant}\n`)
    }
  } else {
    io.stderr(renderError(error, program.opts<Options>().debug === true))
    const unread = await explainUnreadSettings(process.env, process.argv.slice(2))
    if (unread !== undefined) io.stderr(`  ${unread}\n`)
    process.exitCode = exitCodeOfFault
  }
}
