import type { ReviewAnswer, ReviewRequest, Reviewer } from '../../../application/ports/roles/reviewer.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import { deliveryId } from '../../../domain/plan/assemble/delivery.ts'
import { checkDiagnosis } from '../tuner/check-diagnosis.ts'
import { checkCi } from './check-ci.ts'
import { checkDelivery } from './check-delivery.ts'
import { checkStatically, noteHeldBefore } from './check-statically.ts'
import { type LookAtContent, lookAtContent } from './content-question.ts'
import { type CriterionFinding, fail, pass } from './finding.ts'
import { runSmokeTest } from './run-smoke-test.ts'
import { recordText } from '../../../domain/language/message.ts'

/**
 * Judges what a machine can judge (design 2.6); the rest waits for a person or for CI. `look` is where the
 * content of files is read.
 */
export function createRulesReviewer(look: LookAtContent = lookAtContent): Reviewer {
  return {
    name: 'rules',
    judgesAtOnce: (criteria) =>
      criteria.every(
        ({ id, check_method: method, check }) =>
          id === deliveryId || (method === 'static_check' && check !== 'diagnosis'),
      ),
    async review(request) {
      const answer: ReviewAnswer = { results: [], waiting: [] }
      for (const criterion of request.criteria) {
        request.signal.throwIfAborted()
        const finding = await judge(criterion, request, look)
        if (finding.kind === 'judged') {
          answer.results.push({ id: criterion.id, result: finding.result, evidence: finding.evidence })
        } else {
          answer.waiting.push({ criterion: criterion.id, for: finding.for, why: finding.why })
        }
      }

      return answer
    },
  }
}

async function judge(
  criterion: AcceptanceCriterion,
  request: ReviewRequest,
  look: LookAtContent,
): Promise<CriterionFinding> {
  if (criterion.id === deliveryId) return checkDelivery(request, look)
  if (criterion.check_method === 'static_check' && criterion.check === 'diagnosis')
    return judgeSkill(await checkDiagnosis(criterion, request))
  switch (criterion.check_method) {
    case 'static_check':
      return noteHeldBefore(await checkStatically(criterion, request, look), criterion, request, look)
    case 'run_smoke_test':
      return runSmokeTest(criterion, request)
    case 'ci_check':
      return checkCi(criterion, request.ci)
    case 'model_review':
      return { kind: 'waits', for: 'person', why: recordText('no model is configured') }
    case 'manual_review':
      return { kind: 'waits', for: 'person', why: recordText('a person judges this') }
  }
}

function judgeSkill({ holds, evidence }: { holds: boolean; evidence: string }): CriterionFinding {
  return holds ? pass(evidence) : fail(evidence)
}
