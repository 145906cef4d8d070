import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { orNotFound } from '../handler/or-not-found.ts'
import { organization } from '../instance/create-world.ts'
import type { Internals } from '../instance/internals.ts'
import type { Sandbox } from '../instance/sandbox.ts'
import { getActionsApp } from '../world/actions-app.ts'
import { isoTime } from '../world/iso-time.ts'

/** A job may take as long. */
const tokenLifeMs = 24 * 3_600_000

type RunnerDoor = Pick<Sandbox, 'createJobToken' | 'setWorkflowUrl' | 'reportJob' | 'keepArtifact'>

/** What whoever plays the runners of Actions needs of a GitHub: what starts workflows, and tokens for their jobs. */
export function createRunnerDoor(internals: Internals): RunnerDoor {
  const { world, options } = internals
  const now = () => isoTime(internals.now())
  const getRun = (repository: string, runId: number) => {
    const repo = orNotFound(world.repositories.find((one) => `${one.owner}/${one.name}` === repository))
    return orNotFound(repo.workflowRuns.find(({ id }) => id === runId))
  }
  const getInstallation = () => {
    const app = getActionsApp(world, organization)
    const installation = orNotFound(app.installations[0])
    // It is on every repository, also on those that were made since.
    installation.repositoryIds = world.repositories.map(({ id }) => id)
    return { app, installation }
  }

  return {
    createJobToken(repository, permissions) {
      const { id } = orNotFound(world.repositories.find((one) => `${one.owner}/${one.name}` === repository))
      const { app, installation } = getInstallation()
      const token = `ghs_${app.id}_${randomBytes(30).toString('hex')}`
      const expiresAt = new Date(internals.now().getTime() + tokenLifeMs).toISOString()
      installation.tokens.push({
        token,
        expiresAt,
        repositoryIds: [id],
        permissions: { metadata: 'read', ...permissions },
      })
      internals.touch()
      return token
    },
    reportJob(repository, runId, told) {
      const run = getRun(repository, runId)
      // A run that was cancelled takes no news.
      if (run.status === 'completed') return
      run.jobs ??= []
      const at = now()
      const job = run.jobs.find(({ name }) => name === told.name)
      const known = job ?? { ...told, id: world.nextId++, createdAt: at, startedAt: at, completedAt: null }
      if (job === undefined) run.jobs.push(known)
      if (told.status === 'in_progress') Object.assign(run, { status: 'in_progress' })
      const startedAt = known.status === 'queued' && told.status !== 'queued' ? at : known.startedAt
      Object.assign(known, told, { startedAt, completedAt: told.status === 'completed' ? at : null })
      internals.touch()
    },
    async keepArtifact(repository, runId, name, archive) {
      const run = getRun(repository, runId)
      const id = world.nextId++
      const digest = `sha256:${createHash('sha256').update(archive).digest('hex')}`
      await mkdir(join(options.dataDir, 'assets'), { recursive: true })
      await writeFile(join(options.dataDir, 'assets', String(id)), archive)
      run.artifacts = [...(run.artifacts ?? []), { id, name, size: archive.length, digest, createdAt: now() }]
      internals.touch()
    },
    setWorkflowUrl(url) {
      getInstallation().app.webhookUrl = url
      internals.touch()
    },
  }
}
