import { isOptional } from '../../domain/gate/check/optional-criteria.ts'
import type { AssigneeFacts } from '../../domain/plan/assignee.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { foreseeObstacles, noteForeseen } from '../../domain/rules/foresee-obstacles.ts'
import { noteLonelyJudge } from '../runs/review/find-judges.ts'
import { askAssignees } from './ask-assignees.ts'
import type { askPeopleOnce } from './ask-people-once.ts'
import type { PlanningPorts, PlanningRequest } from './planning-request.ts'
import { wantsAdvice } from './seek-advice.ts'

const alone =
  'Rules alone judged this plan: `agents` of the configuration wants a model asked, and none is set up here.'

type OfferPorts = Omit<PlanningPorts, 'people'> & { people: ReturnType<typeof askPeopleOnce> | undefined }

/** A sound plan, with what people and the repository's rules have to do with it. */
export async function offerPlan(ports: OfferPorts, request: PlanningRequest, given: Plan) {
  const { configuration } = request
  const isAlone = ports.advisers === undefined && wantsAdvice(configuration)
  const drafted = isAlone ? { ...given, notes: [...given.notes, alone] } : given
  const hasOptional = drafted.tasks.some(({ acceptance_criteria: all }) => all.some(isOptional))
  const made = hasOptional ? { ...drafted, review_min_score: configuration.review.min_score } : drafted
  const asked = await askOfPeople(ports, request, made)
  const outlook = await ports.rules?.lookAhead(request.repository, false)
  const plan = outlook == null ? asked.plan : noteForeseen(asked.plan, foreseeObstacles(outlook, asked.plan))
  const { assignees } = asked
  return { kind: 'plan_drafted' as const, plan, faults: [], ...(assignees === undefined ? {} : { assignees }) }
}

/** Whether those who are to do tasks may, and whether whoever does one alone could approve it. */
export async function askOfPeople(
  { people, log = () => {} }: OfferPorts,
  { repository, configuration }: PlanningRequest,
  plan: Plan,
): Promise<{ plan: Plan; assignees?: AssigneeFacts }> {
  if (people === undefined) return { plan }
  const executors = plan.tasks.map((task) => task.executor)
  const [noted, assignees] = await Promise.all([
    noteLonelyJudge({ people, log }, repository, configuration, plan),
    askAssignees(people, repository, executors),
  ])
  return assignees === undefined ? { plan: noted } : { plan: noted, assignees }
}
