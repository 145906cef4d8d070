import type { Command } from 'commander'
import type { SetupArguments } from '../commands/setup.ts'
import type { ProgramContext } from './program-context.ts'
import { parseConcurrency, parsePort, parseRows } from './parse-arguments.ts'

/** What runs a server, and looks after it. */
export function addServerCommands({ program, io, failWith }: ProgramContext): void {
  program.commandsGroup('Run a server:')
  program
    .command('app')
    .description('run the App; settings come from the environment (docs/configuration.md)')
    .option('--no-work', 'take webhooks only, and leave the work to "countersign worker" (DATABASE_URL)')
    .action(async (options: { work: boolean }) => {
      const { runApp } = await import('../commands/app.ts')
      process.exitCode = await runApp(options, io)
    })

  program
    .command('worker')
    .description('work beside others on one Postgres, without taking webhooks (DATABASE_URL)')
    .option('--concurrency <n>', 'runs at once; RUNS_AT_ONCE where it is left out', parseConcurrency)
    .action(async (options: { concurrency?: number }) => {
      const { runWorker } = await import('../commands/worker.ts')
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
      'afterwards: whether GitHub reaches the server, with its settings, and whether a GitHub Enterprise Server is new enough and signs commits; exit code 0 all is well, 1 something is not, 2 it could not be told',
    )
    .action(async (options: Omit<SetupArguments, 'url'> & { url?: string; check?: boolean }, command: Command) => {
      const { url, check, ...rest } = options
      if (check === true) {
        failWith(2)
        const { runSetupCheck } = await import('../commands/setup-check.ts')
        process.exitCode = await runSetupCheck(io)
        return
      }
      if (url === undefined) command.error("error: required option '--url <address>' not specified")
      const { runSetup } = await import('../commands/setup.ts')
      process.exitCode = await runSetup({ ...rest, url }, io)
    })

  program
    .command('keys')
    .description('print the public keys that this App signs with: what `--public-key` takes')
    .option('--pem', 'for openssl and its like')
    .option('--renew', 'sign the state of every repository with the newest key; takes the settings of the App')
    .action(async (options: { pem?: boolean; renew?: boolean }) => {
      const { runKeys } = await import('../commands/keys.ts')
      process.exitCode = await runKeys(options, io)
    })

  const queue = program
    .command('queue')
    .description('webhooks that wait or could not be handled (DATA_DIR, DATABASE_URL)')

  queue
    .command('list')
    .description('what waits and what is dead, oldest first')
    .option('--json', 'print it as JSON')
    .action(async (options: { json?: boolean }) => {
      const { runQueueList } = await import('../commands/queue.ts')
      process.exitCode = await runQueueList(options, io)
    })

  queue
    .command('retry')
    .description('hand out again, tries counted anew: exit code 0 done, 1 not all of them can be')
    .argument('[id...]', 'numbers from the list', parseRows)
    .option('--all', 'everything that waits or is dead')
    .action(async (rows: number[] | undefined, options: { all?: boolean }) => {
      const { runQueueRetry } = await import('../commands/queue.ts')
      process.exitCode = await runQueueRetry({ rows: rows ?? [], all: options.all === true }, io)
    })

  queue
    .command('drop')
    .description('give dead ones up for good: exit code 0 done, 1 not all of them are there and dead')
    .argument('[id...]', 'numbers from the list', parseRows)
    .option('--all', 'everything that is dead')
    .action(async (rows: number[] | undefined, options: { all?: boolean }) => {
      const { runQueueDrop } = await import('../commands/queue.ts')
      process.exitCode = await runQueueDrop({ rows: rows ?? [], all: options.all === true }, io)
    })
}
