import type { Workspace } from '../../src/application/ports/roles/workspace.ts'
import type { RepositoryRef } from '../../src/application/repository-ref.ts'
import type { EvalCase } from './eval-case.ts'

/** Whether what a commit holds, with these files on top, passes the tests that nobody was shown; isolated, without a network. */
export async function passesHiddenTests(
  { hidden, hidden_file: path, command }: EvalCase,
  { workspace, repository, commit }: { workspace: Workspace; repository: RepositoryRef; commit: string },
  changed: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  await using tree = await workspace.openWorkTree(repository, commit)
  for (const [file, text] of Object.entries({ ...changed, [path]: hidden }))
    await tree.writeFile(file, Buffer.from(text))
  const { exitCode } = await tree.run(command, {
    timeoutMs: 15_000,
    maxOutputBytes: 100_000,
    maxDiskBytes: 100_000_000,
    maxMemoryBytes: 1_000_000_000,
    isolation: 'bubblewrap',
    network: false,
    signal: new AbortController().signal,
  })
  return exitCode === 0
}
