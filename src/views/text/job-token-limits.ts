import type { Plan } from '../../domain/plan/plan.ts'
import { t } from '../language/t.ts'
import { listWords } from './person.ts'

/** Where a repository lets its jobs open pull requests; nobody without an administrator's rights can ask whether it does. */
const pullsSetting = 'Settings → Actions → General → “Allow GitHub Actions to create and approve pull requests”'

/** What a bot that has only `GITHUB_TOKEN` can't do, as far as the plan meets it, and what helps. */
export function renderJobTokenLimits(plan: Plan): string[] {
  const waiting = plan.tasks
    .filter((task) => task.acceptance_criteria.some((criterion) => criterion.check_method === 'ci_check'))
    .map(({ id }) => id)
  return [
    t('The bot works with `GITHUB_TOKEN` here, and opens pull requests only if the repository lets it: {setting}.', {
      setting: pullsSetting,
    }),
    ...(waiting.length === 0
      ? []
      : [
          t(
            waiting.length === 1
              ? 'CI doesn’t start by itself on what `GITHUB_TOKEN` pushes, and {tasks} waits for it: start it by hand on the task’s branch, or give the bot the token of an App.'
              : 'CI doesn’t start by itself on what `GITHUB_TOKEN` pushes, and {tasks} wait for it: start it by hand on the task’s branch, or give the bot the token of an App.',
            { tasks: listWords(waiting) },
          ),
        ]),
  ]
}
