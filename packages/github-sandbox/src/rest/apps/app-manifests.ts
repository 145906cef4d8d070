import { randomBytes } from 'node:crypto'
import { listOf, recordOf, textOf } from '../../handler/body-value.ts'
import { createApp, slugOf } from '../../world/create-app.ts'
import { organization } from '../../instance/create-world.ts'
import { announceInstallation } from '../../webhooks/installation-events.ts'
import type { Internals } from '../../instance/internals.ts'
import { presentApp } from '../../present/accounts/app.ts'
import { GitHubError, type Routes } from '../../handler/route.ts'
import type { Installation } from '../../world/app.ts'
import type { World } from '../../world/world.ts'

/** Keeps a manifest as it was posted to `/settings/apps/new` until its code is converted. */
export function keepManifest(world: World, manifest: Record<string, unknown>): string {
  const code = randomBytes(20).toString('hex')
  world.manifests = { ...world.manifests, [code]: manifest }

  return code
}

/** The second half of the manifest flow: an App with its key and secrets, installed on the organisation at once. */
export function createAppManifestRoutes(getInternals: () => Internals): Routes {
  return {
    'POST /app-manifests/{code}/conversions': async (context) => {
      const { world } = context
      const code = context.params['code'] ?? ''
      const manifest = world.manifests?.[code]
      if (manifest === undefined) throw new GitHubError(404, 'Not Found')
      delete world.manifests?.[code]
      const name = textOf(manifest['name']) ?? 'app'
      const app = await createApp(world, {
        name,
        slug: pickSlug(world, name),
        account: organization,
        webhookUrl: textOf(recordOf(manifest['hook_attributes'])['url']) ?? null,
        permissions: recordOf(manifest['default_permissions']) as Installation['permissions'],
        events: listOf(manifest['default_events']).map(String),
      })
      for (const installation of app.installations) {
        installation.repositoryIds.push(...world.repositories.map((repo) => repo.id))
        announceInstallation(getInternals(), app, installation)
      }

      return {
        status: 201,
        body: {
          ...presentApp(context, app),
          client_secret: app.clientSecret,
          webhook_secret: app.webhookSecret,
          pem: app.privateKey,
        },
      }
    },
  }
}

function pickSlug(world: World, name: string): string {
  const slug = slugOf(name)
  const taken = world.apps.filter((app) => app.slug === slug || app.slug.startsWith(`${slug}-`)).length

  return taken === 0 ? slug : `${slug}-${taken + 1}`
}
