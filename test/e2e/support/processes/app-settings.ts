import type { Sandbox } from 'github-sandbox'

/** Environment of the sandbox's App, as far as it says who that is and where GitHub is. */
export function appSettings({ app, url, web }: Sandbox): Record<string, string> {
  return {
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: app.webhookSecret,
    ONBOARDING: 'off',
    GITHUB_API_URL: url,
    GITHUB_WEB_URL: web,
    // Tests run as whom they are run, and look at commands that aren't confined too.
    RUN_AS_ROOT: 'allowed',
    UNCONFINED_COMMANDS: 'allowed',
    // They look at the workflow branch to see what was shown.
    CONFIRM_WITHIN_SECONDS: '1',
  }
}
