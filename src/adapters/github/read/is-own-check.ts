interface CheckRunPart {
  name: string
  app?: { id?: number } | null | undefined
}

/**
 * Whether the bot made a check run. Its name counts too: where the bot is a job of GitHub Actions, its App is that of all
 * workflows of the repository, and what they check is what it waits for.
 */
export function isOwnCheck({ name, app }: CheckRunPart, appId: number): boolean {
  return app?.id === appId && name.startsWith('countersign/')
}
