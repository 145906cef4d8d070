import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { runApp } from './commands/app.ts'
import { runSandbox } from './commands/sandbox.ts'
import { runSetup } from './commands/setup.ts'
import { runVerify } from './commands/verify.ts'
import { renderError } from './render-error.ts'

const env = process.env
const io = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  env,
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535; 0 takes a free one.')
  return port
}

const program = new Command('countersign')
  .description('Turns a GitHub issue into work nobody has to take on trust: planned, gated, recorded, provable.')
  .option('--debug', 'show the stack of errors')
  .showHelpAfterError('(countersign --help lists the commands)')
  .exitOverride()

program
  .command('app')
  .description('run the App; settings come from the environment (docs/configuration.md)')
  .action(async () => {
    process.exitCode = await runApp(io)
  })

program
  .command('setup')
  .description('register the GitHub App from app.yml with one click, and keep its secrets in a file')
  .requiredOption('--url <address>', 'public address of your server, where GitHub sends webhooks')
  .option('--org <name>', 'organisation that owns the App; without it, you do')
  .option('--port <number>', 'where the page with the button is, on 127.0.0.1; 0 takes a free one', parsePort, 0)
  .option('--out <file>', 'where the settings go', '.env')
  .action(async (options: { url: string; org?: string; port: number; out: string }) => {
    process.exitCode = await runSetup(options, io)
  })

program
  .command('sandbox')
  .description('a GitHub on this machine with the App attached, to play with')
  .option('--port <number>', 'where to listen on 127.0.0.1; 0 takes a free one', parsePort, 4242)
  .option('--import <path>', 'take a local git repository with its history')
  .option('--data <dir>', 'keep everything there, and go on from it next time')
  .option('--json', 'print one line of JSON with addresses and tokens')
  .action(async (options: { port: number; import?: string; data?: string; json?: boolean }) => {
    process.exitCode = await runSandbox(options, io)
  })

program
  .command('verify')
  .description('prove a bundle: exit code 0 approved, 3 self-consistent only, 1 broken, 2 wrong usage')
  .argument('<target>', 'a folder with manifest.json, or the manifest itself')
  .option('--repo <address>', 'trust anchor: clone address, path, or owner/name')
  .option('--manifest-sha256 <hex>', 'trust anchor: the hash that was posted in the thread')
  .option('--json', 'print the report as JSON')
  .action(async (target: string, options: { repo?: string; manifestSha256?: string; json?: boolean }) => {
    process.exitCode = await runVerify({ target, ...options }, io)
  })

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    io.stderr(renderError(error, program.opts<{ debug?: boolean }>().debug === true))
    process.exitCode = 1
  }
}
