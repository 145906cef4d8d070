import { randomBytes } from 'node:crypto'
import { orNotFound } from '../handler/or-not-found.ts'
import { organization } from '../instance/create-world.ts'
import type { Internals } from '../instance/internals.ts'
import type { Sandbox } from '../instance/sandbox.ts'
import { getActionsApp } from '../world/actions-app.ts'

/** A job may take as long. */
const tokenLifeMs = 24 * 3_600_000

/** What whoever plays the runners of Actions needs of a GitHub: what starts workflows, and tokens for their jobs. */
export function createRunnerDoor(internals: Internals): Pick<Sandbox, 'createJobToken' | 'setWorkflowUrl'> {
  const { world } = internals
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
    setWorkflowUrl(url) {
      getInstallation().app.webhookUrl = url
      internals.touch()
    },
  }
}
