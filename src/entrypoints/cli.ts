import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import pkg from '../../package.json' with { type: 'json' }
import { addAuthoringCommands } from './program/authoring-commands.ts'
import { type ProgramContext, processIo as io } from './program/program-context.ts'
import { endWithPipe } from './program/end-with-pipe.ts'
import { addModelCommands } from './program/model-commands.ts'
import { addRecordCommands } from './program/record-commands.ts'
import { addServerCommands } from './program/server-commands.ts'
import { addTrialCommands } from './program/trial-commands.ts'
import { explainUnreadSettings } from './settings/explain-unread-settings.ts'
import { renderError } from './commands/read/render-error.ts'

/** At once: commands read their settings when they are called. */
function readSettings(file: string): string {
  if (!existsSync(file)) {
    const setup = file === '.env' ? 'countersign setup' : `countersign setup --out ${file}`
    program.error(
      `error: --settings: there is no file ${resolve(file)}; "${setup}" registers an App and writes its settings there`,
      { exitCode: 2 },
    )
  }
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
  return file
}

endWithPipe()

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

let exitCodeOfFault = 1

const line: ProgramContext = {
  program,
  io,
  isDebugging: () => program.opts<{ debug?: boolean }>().debug === true,
  failWith: (code) => void (exitCodeOfFault = code),
}
addTrialCommands(line)
addServerCommands(line)
addModelCommands(line)
addRecordCommands(line)
addAuthoringCommands(line)
program.commandsGroup('Help:')

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
    io.stderr(renderError(error, line.isDebugging()))
    const unread = await explainUnreadSettings(process.env, process.argv.slice(2))
    if (unread !== undefined) io.stderr(`  ${unread}\n`)
    process.exitCode = exitCodeOfFault
  }
}
