import { call } from '../../../adapters/github/client/github-fault.ts'
import { renewSeal } from '../../../adapters/github/workflow-branch/renew-seal.ts'
import { CountersignFault } from '../../../application/fault.ts'
import { connectGitHub } from '../../server/connect-github.ts'
import { createSettingsMac } from '../../settings/create-settings-mac.ts'
import { parseSettings } from '../../settings/parse-settings.ts'

const maxTries = 5

/**
 * Signs the newest state of every repository with the newest key. Tells each repository with what came of it; false where
 * one of them could not be signed.
 */
export async function renewSeals(
  env: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<boolean> {
  const settings = parseSettings(env)
  const { app, client } = await connectGitHub(settings)
  const mac = createSettingsMac(settings)
  let isDone = true
  const installations = await call('list the installations', () =>
    app.paginate(app.rest.apps.listInstallations, { per_page: 100 }),
  )
  for (const { id: installationId, suspended_at: suspended } of installations) {
    if (suspended !== null) {
      print(`installation ${installationId}: suspended, not looked at`)
      isDone = false
      continue
    }
    const octokit = await client.octokit({ installationId })
    const repositories = await call('list the repositories', () =>
      octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, { per_page: 100 }),
    )
    for (const { owner, name, full_name: key, archived } of repositories) {
      if (archived) {
        print(`${key}: archived, can't be written; left as it is`)
        continue
      }
      const came = await renewOne(() => renewSeal(client, mac, { owner: owner.login, name, key, installationId }))
      if (came === 'absent') continue
      print(`${key}: ${came}`)
      isDone &&= came === 'current' || came === 'renewed'
    }
  }
  return isDone
}

/** What came of it, or why nothing did. */
async function renewOne(renew: () => ReturnType<typeof renewSeal>): Promise<string> {
  try {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const came = await renew()
      if (came !== 'moved') return came
    }
    return 'kept moving, try again'
  } catch (error) {
    if (error instanceof CountersignFault && error.details !== '') return `${error.message}. ${error.details}`
    return error instanceof Error ? error.message : String(error)
  }
}
