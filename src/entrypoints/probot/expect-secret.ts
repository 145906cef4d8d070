import { signWebhook } from '../../adapters/github/webhook/sign-webhook.ts'
import { CountersignFault } from '../../application/fault.ts'
import type { ProbotServer } from './probot-server.ts'

/** What Probot checks signatures with where it was told no secret. */
const defaultSecret = 'development'
const probe = 'which secret is it?'

/** Throws `configuration_invalid` where Probot would take webhooks that anybody can sign: its default secret is published. */
export async function refuseDefaultSecret(app: ProbotServer): Promise<void> {
  if (!(await checksWith(app, defaultSecret))) return
  throw refusal(
    'this Probot server takes webhooks of anybody',
    'It was given no webhook secret, so it checks signatures with "development", which is in Probot’s sources. Set WEBHOOK_SECRET, or `secret` of the Probot instance, to the secret in the App’s settings.',
  )
}

/** Throws where Probot checks with another secret than the one from which everything else is derived. */
export async function expectSameSecret(app: ProbotServer, secret: string): Promise<void> {
  if (await checksWith(app, secret)) return
  throw refusal(
    'this Probot server checks webhooks with another secret than WEBHOOK_SECRET',
    'Give `secret` of the Probot instance and WEBHOOK_SECRET the same value, that of the App’s settings.',
  )
}

function checksWith(app: ProbotServer, secret: string): Promise<boolean> {
  return app.webhooks.verify(probe, signWebhook(Buffer.from(probe), secret))
}

function refusal(message: string, details: string): CountersignFault {
  return new CountersignFault('configuration_invalid', message, details)
}
