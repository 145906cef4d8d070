import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { configurationPath } from '../../domain/configuration/configuration-file.ts'
import { canIsolate, withoutIsolation } from '../settings/can-isolate.ts'
import { readExample } from '../commands/read/read-example.ts'
import { type SandboxApp, startSandboxApp } from '../sandbox/start-sandbox-app.ts'
import type { PersonRole } from 'github-sandbox'

/** A GitHub with the App, a repository on it, and the people of the story. */
export interface Stage {
  running: SandboxApp
  dir: string
  /** `owner/name`, as the API wants it. */
  place: { owner: string; repo: string }
  repository: string
  cloneUrl: string
  bareDir: string
  issue: { title: string; body: string }
  isolated: boolean
  as: (role: PersonRole) => Octokit
  /** Ends what was started for it beside the App. */
  close?: () => Promise<void>
}

/** What is played, where it isn't the example. */
export interface Play {
  issue: Stage['issue']
  /** Beside those of the example, or in place of them. */
  files: Record<string, string>
}

/** Starts everything; nothing has happened in the repository yet. */
export async function openStage(env: Record<string, string | undefined>, play?: Play): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-demo-'))
  const running = await startSandboxApp({ dataDir: dir, port: 0, env, secondIdentity: true })
  const { sandbox } = running
  const example = await readExample()
  const isolated = await canIsolate(env)
  const ours = { ...example.files, ...play?.files }
  const files = isolated ? ours : withoutCommandsConfined(ours)
  const made = await sandbox.createRepository({
    name: 'clock',
    files,
    description: 'Tells how long something took, in words',
  })
  const [owner = '', repo = ''] = made.repository.split('/')
  const issue = play?.issue ?? example.issues[0]
  if (issue === undefined) throw new Error('examples/ has no issue')
  await running.idle()
  return {
    running,
    dir,
    place: { owner, repo },
    repository: made.repository,
    cloneUrl: made.git,
    bareDir: made.dir,
    issue,
    isolated,
    as: (role) => new Octokit({ auth: sandbox.tokens[role], baseUrl: sandbox.url }),
  }
}

function withoutCommandsConfined(files: Record<string, string>): Record<string, string> {
  const configuration = files[configurationPath] ?? ''
  const confined = configuration.includes('\nrun:\n')
    ? configuration.replace('\nrun:\n', `\n${withoutIsolation}`)
    : `${configuration}${withoutIsolation}`
  return { ...files, [configurationPath]: confined }
}

export async function closeStage(stage: Stage): Promise<void> {
  await stage.running.close()
  await stage.close?.()
  await rm(stage.dir, { recursive: true, force: true })
}
