import { Option } from 'commander'
import { configurationPath } from '../../domain/configuration/configuration-file.ts'
import type { McpArguments } from '../commands/mcp/mcp.ts'
import { type DryRunFormat, dryRunFormats, type PlanFormat, planFormats } from '../commands/plan/plan-formats.ts'
import type { TuneArguments } from '../commands/tune/tune.ts'
import { needing } from '../settings/missing-package.ts'
import type { ProgramContext } from './program-context.ts'
import { parsePort, requireIssueNumber } from './parse-arguments.ts'

/** What helps to write plans, configuration, issues and skills. */
export function addAuthoringCommands({ program, io, failWith }: ProgramContext): void {
  program.commandsGroup('Write plans, configuration, issues and skills:')
  const plan = program.command('plan').description('plans as files: check, show, and plan an issue without GitHub')

  plan
    .command('check')
    .description('all faults of a plan and its score: exit code 0 fine, 1 not, 2 unreadable')
    .argument('<file>', 'a plan or a solution, JSON or YAML; - is standard input')
    .option('--repo <path>', 'git repository whose file sizes and configuration count')
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: { repo?: string; json?: boolean }) => {
      const { runPlanCheck } = await import('../commands/plan/plan.ts')
      process.exitCode = await runPlanCheck({ file, ...options }, io)
    })

  plan
    .command('show')
    .description('a plan in another form')
    .argument('<file>', 'a plan or a solution, JSON or YAML; - is standard input')
    .option('--repo <path>', 'git repository whose file sizes and configuration count')
    .addOption(new Option('--format <form>', 'the form').choices(planFormats).default('table'))
    .action(async (file: string, options: { repo?: string; format: PlanFormat }) => {
      const { runPlanShow } = await import('../commands/plan/plan.ts')
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
      const { runPlanDryRun } = await import('../commands/plan/plan-dry-run.ts')
      process.exitCode = await runPlanDryRun({ file, ...options }, io)
    })

  const config = program.command('config').description('the configuration of a repository: check a file, explain keys')

  config
    .command('check')
    .description('what is wrong with a configuration: exit code 0 nothing, 1 something, 2 unreadable')
    .argument('[file]', 'the file; - is standard input', configurationPath)
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      failWith(2)
      const { runConfigCheck } = await import('../commands/repository/configuration.ts')
      process.exitCode = await runConfigCheck({ file, ...options }, io)
    })

  config
    .command('explain')
    .description('what keys mean, take and are: exit code 0 told, 1 no such key, 2 unreadable')
    .argument('[key]', 'as run.parallel, or run for all below it; a line for each where it is left out')
    .option('--repo <path>', 'git repository whose configuration holds; the defaults without it')
    .option('--json', 'print them as JSON')
    .action(async (key: string | undefined, options: { repo?: string; json?: boolean }) => {
      failWith(2)
      const { runConfigExplain } = await import('../commands/repository/configuration.ts')
      process.exitCode = await runConfigExplain({ key, ...options }, io)
    })

  program
    .command('issue-form')
    .description('print a form for .github/ISSUE_TEMPLATE/countersign.yml that asks for what a plan needs')
    .action(async () => {
      const { runIssueForm } = await import('../commands/repository/issue-form.ts')
      process.exitCode = await runIssueForm(io)
    })

  program
    .command('mcp')
    .description(
      'plans, verdicts and what waits for agents that speak the Model Context Protocol; they propose plans and take tasks as whoever GITHUB_TOKEN is',
    )
    .option('--repo <address>', 'path, address, or owner/name', '.')
    .option('--http <port>', 'Streamable HTTP on 127.0.0.1, in place of standard input and output', parsePort)
    .action(async (options: McpArguments) => {
      process.exitCode = await needing('@modelcontextprotocol/sdk', { command: 'mcp', io }, async () => {
        const { runMcp } = await import('../commands/mcp/mcp.ts')
        return runMcp(options, io)
      })
    })

  program
    .command('tune')
    .description(
      'what is wrong with an agent skill, and mending it: exit code 0 its gate passes, 1 it fails, 3 it wants a review, 2 it can’t be read',
    )
    .argument('<dir>', 'a folder with SKILL.md, or with agent instructions such as AGENTS.md')
    .option('--about <words>', 'what is wrong with it, in your words; English or Chinese')
    .option(
      '--answer <picks>',
      'what it asks about that: 1b picks, 1: … says it in words; without it a terminal is asked, and a pipe never',
    )
    .option('--focus <diagnoses>', 'make these only, such as context,memory; what the others would find is not told')
    .option('--fix', 'apply the fixes that hold; what was there before is in .tuning/backups')
    .addOption(
      new Option('--risk <level>', 'the most that a fix may risk, with --fix')
        .choices(['low', 'medium', 'high'])
        .default('medium'),
    )
    .option(
      '--model [name]',
      'also ask a model of MODELS, the first where none is named; what it adds is told as its own, and the gate is without it',
    )
    .option('--sarif <file>', 'write the findings as SARIF 2.1.0, for code scanning')
    .option('--out <dir>', 'write state, diagnoses, fixes and report there')
    .option('--json', 'print the state of the tuning as JSON')
    .action(async (dir: string, options: Omit<TuneArguments, 'dir'>) => {
      failWith(2)
      process.exitCode = await needing('gpt-tokenizer', { command: 'tune', io }, async () => {
        const { runTune } = await import('../commands/tune/tune.ts')
        const { askInTerminal } = await import('../commands/tune/ask-in-terminal.ts')
        const { stdin, stderr } = process
        const isAsked = stdin.isTTY && stderr.isTTY && options.json !== true
        return runTune({ dir, ...options }, io, isAsked ? askInTerminal(stdin, stderr) : undefined)
      })
    })
}
