import { Option } from 'commander'
import { costKeys } from '../../domain/models/cost-report.ts'
import type { CostsArguments } from '../commands/models/costs.ts'
import type { ProgramContext } from './program-context.ts'
import { parseDate, parseRepositoryName, requireIssueNumber } from './parse-arguments.ts'

/** Agents and models of a server, and what they cost. */
export function addModelCommands({ program, io, failWith }: ProgramContext): void {
  program.commandsGroup('Models and agents:')
  program
    .command('agents')
    .description(
      'coding agents on this machine, and what they lack, by the settings of the server: exit code 0 one can work, 1 none can, 2 could not look',
    )
    .option('--json', 'print it as JSON')
    .action(async (options: { json?: boolean }) => {
      failWith(2)
      const { runAgents } = await import('../commands/agents/agents.ts')
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
      const { runCosts } = await import('../commands/models/costs.ts')
      process.exitCode = runCosts(options, io)
    })

  program
    .command('models')
    .description(
      'models of the server, whether their providers answer, prices, limits and what is spent of them: exit code 0 all answer, 1 one does not or there is none, 2 could not look',
    )
    .option('--json', 'print it as JSON')
    .action(async (options: { json?: boolean }) => {
      failWith(2)
      const { runModels } = await import('../commands/models/models.ts')
      process.exitCode = await runModels(options, io)
    })
}
