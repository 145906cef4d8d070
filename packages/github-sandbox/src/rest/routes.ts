import type { Routes } from '../handler/route.ts'
import { actionsRoutes } from './checks/actions.ts'
import { activityRoutes } from './code/activities.ts'
import { appRoutes } from './apps/app.ts'
import { attestationRoutes } from './releases/attestations.ts'
import { branchRoutes } from './code/branches.ts'
import { checksRoutes } from './checks/checks.ts'
import { commentsRoutes } from './issues/comments.ts'
import { commitRoutes } from './code/commits.ts'
import { compareRoutes } from './code/compare.ts'
import { contentRoutes } from './code/contents.ts'
import { dispatchRoutes } from './checks/dispatches.ts'
import { gitObjectRoutes } from './code/git-objects.ts'
import { gitRefRoutes } from './code/git-refs.ts'
import { gitTreeRoutes } from './code/git-trees.ts'
import { issueDependencyRoutes } from './issues/issue-dependencies.ts'
import { issuesRoutes } from './issues/issues.ts'
import { labelsRoutes } from './issues/labels.ts'
import { markdownRoutes } from './apps/markdown.ts'
import { mergeRoutes } from './code/merges.ts'
import { pullsRoutes } from './pulls/pulls.ts'
import { reactionsRoutes } from './issues/reactions.ts'
import { releasesRoutes } from './releases/releases.ts'
import { repositoryRoutes } from './apps/repositories.ts'
import { reviewCommentsRoutes } from './pulls/review-comments.ts'
import { reviewsRoutes } from './pulls/reviews.ts'
import { runPartRoutes } from './checks/run-parts.ts'
import { rulesetRoutes } from './rules/rulesets.ts'
import { statusesRoutes } from './checks/statuses.ts'
import { subIssueRoutes } from './issues/sub-issues.ts'
import { tarballRoutes } from './code/tarball.ts'
import { userRoutes } from './apps/users.ts'

/** The REST operations that need nothing but their context. */
export const routes: Routes = {
  ...actionsRoutes,
  ...activityRoutes,
  ...appRoutes,
  ...attestationRoutes,
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
  ...rulesetRoutes,
  ...runPartRoutes,
  ...statusesRoutes,
  ...subIssueRoutes,
  ...tarballRoutes,
  ...userRoutes,
}
