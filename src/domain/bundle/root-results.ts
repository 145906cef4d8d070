import { z } from 'zod'
import type { ExecutionRecord } from '../records/execution-record.ts'
import { findHeadValidation, testsHold } from '../loop/plan-tests-verdict.ts'
import type { ValidationRecord } from '../records/loop/validation.ts'
import { findNewestReview } from '../records/newest-review.ts'
import { type Plan, RootSourceSchema } from '../plan/plan.ts'
import type { CriterionResult, Review } from '../records/review.ts'
import { planTestsCover } from '../plan/whole-cover.ts'

/** What became of one thing that the issue asks for, by the reviews of the versions that were approved. */
export const RootResultSchema = z.strictObject({
  id: z.string().describe('RC-1.'),
  statement: z.string(),
  source_line: z.int().positive(),
  source: RootSourceSchema,
  /** `open`: a criterion that covers it has no result yet, or its task no approved version. */
  result: z.enum(['held', 'waived', 'failed', 'open']),
  covered_by: z.array(
    z.strictObject({
      criterion: z.string().describe('T1/AC-2; `plan/tests`, `final/checks` or `final/person`.'),
      result: z.enum(['pass', 'fail', 'waived', 'none']),
      review_id: z.uuid().nullable().describe('The review that says so.'),
    }),
  ),
})
export type RootResult = z.infer<typeof RootResultSchema>

type Judged = Pick<ExecutionRecord, 'nodes' | 'reviews' | 'validations' | 'test_waivers' | 'execution_result'>

/** Whether each root criterion held (spec 003 §1.4), in the plan's order. */
export function judgeRootCriteria(plan: Plan, execution: Judged): RootResult[] {
  const known = new Map<string, Review | undefined>()
  const reviewOf = (task: string): Review | undefined => {
    if (!known.has(task)) known.set(task, findApproval(task, execution))
    return known.get(task)
  }
  return plan.goals
    .flatMap((goal) => goal.root_acceptance_criteria ?? [])
    .map(({ id, statement, source_line, source, covered_by: names }) => {
      const covered = names.map((name) =>
        name === planTestsCover ? readPlanTests(execution) : readResult(name, reviewOf),
      )
      return {
        id,
        statement,
        source_line,
        ...(source === undefined ? {} : { source }),
        result: concludeRoot(covered.map(({ result }) => result)),
        covered_by: covered,
      }
    })
}

/** They ran on what is the head of the integration branch now; else nobody knows. */
function readPlanTests(execution: Judged): RootResult['covered_by'][number] {
  const newest = findHeadValidation(execution)
  const result = newest === undefined ? 'none' : concludeRootTests(newest, execution.test_waivers)
  return { criterion: planTestsCover, result, review_id: null }
}

export function concludeRootTests(
  validation: ValidationRecord,
  waivers: ExecutionRecord['test_waivers'],
): 'pass' | 'waived' | 'fail' {
  if (validation.passed) return 'pass'
  return testsHold(validation, waivers) ? 'waived' : 'fail'
}

function findApproval(
  task: string,
  { nodes, reviews }: Pick<ExecutionRecord, 'nodes' | 'reviews'>,
): Review | undefined {
  const node = nodes[task]
  if (node?.kind !== 'ACTION' || node.approved_artifact_id === null || node.approval_stale) return undefined
  const review = findNewestReview(reviews, node.approved_artifact_id)
  return review?.verdict === 'APPROVED' ? review : undefined
}

function readResult(
  criterion: string,
  reviewOf: (task: string) => Review | undefined,
): RootResult['covered_by'][number] {
  const [task = '', id] = criterion.split('/')
  const review = reviewOf(task)
  const found = review?.criteria.find((one) => one.id === id)
  return { criterion, result: found?.result ?? 'none', review_id: review?.review_id ?? null }
}

/** One thing of the issue by the results of all that cover it. */
export function concludeRoot(results: readonly CriterionResult['result'][]): RootResult['result'] {
  if (results.includes('fail')) return 'failed'
  if (results.length === 0 || results.includes('none')) return 'open'
  return results.includes('waived') ? 'waived' : 'held'
}
