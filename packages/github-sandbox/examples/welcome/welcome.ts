import type { Probot } from 'probot'

/** A small App: who opens an issue is welcomed, and the issue gets a label. */
export function welcome(app: Probot): void {
  app.on('issues.opened', async (context) => {
    const { issue } = context.payload
    const login = issue.user?.login ?? 'ghost'
    await context.octokit.rest.issues.createComment(
      context.issue({ body: `Thank you for your first words, @${login}! Somebody will look at this soon.` }),
    )
    await context.octokit.rest.issues.addLabels(context.issue({ labels: ['new'] }))
  })
}
