import { Option } from 'commander'
import { type Language, languageTags } from '../../domain/language/language.ts'
import { workflowBranch } from '../../domain/records/iss-record.ts'
import type { AuditArguments } from '../commands/audit.ts'
import type { DoctorArguments } from '../commands/doctor.ts'
import type { VerifyArguments } from '../commands/verify.ts'
import { verifyTargets } from './verify-targets.ts'
import { parseDate, parsePort } from './parse-arguments.ts'
import type { ProgramContext } from './program-context.ts'

/** What reads the workflow branch or a bundle. */
export function addRecordCommands({ program, io, failWith }: ProgramContext): void {
  program.commandsGroup('Read and prove what was recorded:')
  const publicKeyWords =
    'public key of the App: the key itself, a file, or an https address; else COUNTERSIGN_PUBLIC_KEY'

  program
    .command('verify')
    .description('prove a bundle: exit code 0 approved, 3 self-consistent only, 1 broken, 2 wrong usage')
    .argument('<target>', 'a folder, an archive (.tar.gz), the address of a release’s page, or manifest.json')
    .option('--repo <address>', 'with --public-key: clone address, path, or owner/name')
    .option('--public-key <key>', `trust anchor, with --repo or alone: ${publicKeyWords}`)
    .option('--repository-id <number>', 'GitHub’s number of the repository, where it can’t be asked')
    .option('--manifest-sha256 <hex>', 'trust anchor: the hash that was told at the export')
    .option('--require-attestation', 'not approved without an attestation of a workflow of the repository')
    .option(
      '--signer-workflow <path>',
      'that workflow: owner/name/.github/workflows/file.yml, best with @refs/heads/main',
    )
    .option(
      '--trusted-root <file>',
      'authorities to check attestations by, as `gh attestation trusted-root` prints them',
    )
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `\n${verifyTargets}\n\nExample: countersign verify . --public-key ed25519:… --repo octo/widgets`,
    )
    .action(async (target: string, options: Omit<VerifyArguments, 'target'>) => {
      const { runVerify } = await import('../commands/verify.ts')
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
        const { runDoctorRules } = await import('../commands/read/doctor-rules.ts')
        process.exitCode = await runDoctorRules(options, io)
        return
      }
      const { runDoctor } = await import('../commands/doctor.ts')
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
      const { runStatus } = await import('../commands/status.ts')
      process.exitCode = await runStatus({ issue, ...options }, io)
    })

  program
    .command('audit')
    .description(
      'all that was recorded, as JSON lines, oldest first: exit code 0 told, 1 a commit is not the App’s, 2 could not look',
    )
    .option('--repo <address>', 'path, address, or owner/name', '.')
    .option('--branch <name>', 'the branch with the state', workflowBranch)
    .option('--since <day>', 'what happened from that day on (UTC), as 2026-11-23', parseDate)
    .option('--issue <issue>', '7, #7 or ISS-007; all where it is left out')
    .option('--public-key <key>', publicKeyWords)
    .action(async (options: AuditArguments) => {
      const { runAudit } = await import('../commands/audit.ts')
      process.exitCode = await runAudit(options, io)
    })

  program
    .command('dashboard')
    .description(
      'pages of what the workflow branch of a clone says: plans as graphs, versions, verdicts; exit code 2: it could not look',
    )
    .option('--repo <address>', 'path, address, or owner/name', '.')
    .option('--branch <name>', 'the branch with the state', workflowBranch)
    .option('--port <number>', 'where to listen on 127.0.0.1; 0 takes a free one', parsePort, 4243)
    .option('--out <dir>', 'write the pages there instead, as a site that needs no server')
    .addOption(
      new Option('--language <tag>', 'of pages that are written; served, they follow the browser')
        .choices(languageTags)
        .default('en'),
    )
    .action(async (options: { repo: string; branch: string; port: number; out?: string; language: Language }) => {
      failWith(2)
      const { runDashboard } = await import('../commands/repository/dashboard.ts')
      process.exitCode = await runDashboard(options, io)
    })

  const loop = program.command('loop').description('loops as files of the workflow branch')

  loop
    .command('rebuild')
    .description(
      'put a loop’s state back from its progress files: exit code 0 it is well, 1 it is not, 2 could not look',
    )
    .argument('<where>', 'a folder with the files of the workflow branch; or what to clone: path, address, owner/name')
    .argument('[which]', 'ISS-007, or the id of a loop; all where it is left out')
    .option('--write', 'write it; takes a folder')
    .option('--json', 'print it as JSON')
    .action(async (where: string, which: string | undefined, options: { write?: boolean; json?: boolean }) => {
      const { runLoopRebuild } = await import('../commands/loop-rebuild.ts')
      process.exitCode = await runLoopRebuild({ where, which, ...options }, io)
    })
}
