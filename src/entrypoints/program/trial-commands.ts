import type { DemoArguments } from '../demo/run-demo.ts'
import { whatBringsSandbox } from '../settings/called-as.ts'
import type { ProgramContext } from './program-context.ts'
import type { SandboxArguments } from '../commands/sandbox.ts'
import { parsePort, parseRole } from './parse-arguments.ts'

/** What needs no GitHub. */
export function addTrialCommands({ program, io, isDebugging }: ProgramContext): void {
  program.commandsGroup('Try it on this machine:')
  program
    .command('sandbox')
    .description('a GitHub on this machine with the App attached, to play with')
    .option('--port <number>', 'where to listen on 127.0.0.1; 0 takes a free one', parsePort, 4242)
    .option('--import <path>', 'take a local git repository with its history')
    .option('--data <dir>', 'keep everything there, and go on from it next time')
    .option(
      '--role <person=role>',
      'give somebody another role, as in ada=admin, who can make rulesets; may be said several times',
      parseRole,
    )
    .option('--json', 'print one line of JSON with addresses and tokens')
    .action(async (options: SandboxArguments) => {
      const { runSandbox } = await import('../commands/sandbox.ts')
      process.exitCode = await runSandbox(options, io)
    })

  program
    .command('demo')
    .description('one issue from label to verified release on a sandbox GitHub, while you watch: exit code 0 verified')
    .option('--agents', 'an issue in plain prose, planned, done and reviewed by scripted models; needs no key')
    .option('--tune', 'a skill with a fault of every kind is diagnosed, mended by tasks, and diagnosed again')
    .option('--watch', 'serve the dashboard of what is played, and open it where there is a browser')
    .option('--keep <dir>', 'leave repo.git, release/, requests.ndjson and report.json there')
    .option('--json', 'print the report alone')
    .action(async (options: Omit<DemoArguments, 'debug'>) => {
      const { isSandboxMissing } = await import('../commands/sandbox.ts')
      try {
        const { runDemo } = await import('../demo/run-demo.ts')
        process.exitCode = await runDemo({ ...options, debug: isDebugging() }, io)
      } catch (error) {
        if (!isSandboxMissing(error)) throw error
        io.stderr(`countersign demo: no sandbox is installed here; ${whatBringsSandbox}\n`)
        process.exitCode = 2
      }
    })
}
