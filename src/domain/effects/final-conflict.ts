import { z } from 'zod'

/**
 * Why git can't merge the final pull request: `paths` were changed on the default branch, too, and `more` of them;
 * `tasks`: whose approved work is there.
 */
export const FinalConflictSchema = z.strictObject({
  paths: z.array(z.string()),
  more: z.int().nonnegative(),
  tasks: z.array(z.string()),
})
export type FinalConflict = z.infer<typeof FinalConflictSchema>

const mostNamed = 5

/** As texts that are kept name them. */
export function listConflictPaths({ paths, more }: FinalConflict): string {
  const shown = paths.slice(0, mostNamed).map((path) => `\`${path}\``)
  const left = paths.length - shown.length + more
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ')
}
