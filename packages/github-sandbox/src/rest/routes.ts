import type { Routes } from './route.ts'
import { actionsRoutes } from './routes/actions.ts'
import { activityRoutes } from './routes/activities.ts'
import { appRoutes } from './routes/app.ts'
import { branchRoutes } from './routes/branches.ts'
import { checksRoutes } from './routes/checks.ts'
import { commentsRoutes } from './routes/comments.ts'
import { commitRoutes } from './routes/commits.ts'
import { compareRoutes } from './routes/compare.ts'
import { contentRoutes } from './routes/contents.ts'
import { dispatchRoutes } from './routes/dispatches.ts'
import { gitObjectRoutes } from './routes/git-objects.ts'
import { gitRefRoutes } from './routes/git-refs.ts'
import { gitTreeRoutes } from './routes/git-trees.ts'
import { issueDependencyRoutes } from './routes/issue-dependencies.ts'
import { issuesRoutes } from './routes/issues.ts'
import { labelsRoutes } from './routes/labels.ts'
import { markdownRoutes } from './routes/markdown.ts'
import { mergeRoutes } from './routes/merges.ts'
import { pullsRoutes } from './routes/pulls.ts'
import { reactionsRoutes } from './routes/reactions.ts'
import { releasesRoutes } from './routes/releases.ts'
import { repositoryRoutes } from './routes/repositories.ts'
import { reviewCommentsRoutes } from './routes/review-comments.ts'
import { reviewsRoutes } from './routes/reviews.ts'
import { statusesRoutes } from './routes/statuses.ts'
import { subIssueRoutes } from './routes/sub-issues.ts'
import { tarballRoutes } from './routes/tarball.ts'
import { userRoutes } from './routes/users.ts'

/** The REST operations that need nothing but their context. */
export const routes: Routes = {
  ...actionsRoutes,
  ...activityRoutes,
  ...appRoutes,
  ...branchRoutes,
  ...checksRoutes,
  ...commentsRoutes,
  ...commitRoutes,
  ...compareRoutes,
  ...contentRoutes,
  ...dispatchRoutes,
  ...gitObjectRoutes,
  ...gitRefRoutes,
  ...gitTreeRoutes,
  ...issueDependencyRoutes,
  ...issuesRoutes,
  ...labelsRoutes,
  ...markdownRoutes,
  ...mergeRoutes,
  ...pullsRoutes,
  ...reactionsRoutes,
  ...releasesRoutes,
  ...repositoryRoutes,
  ...reviewCommentsRoutes,
  ...reviewsRoutes,
  ...statusesRoutes,
  ...subIssueRoutes,
  ...tarballRoutes,
  ...userRoutes,
}
