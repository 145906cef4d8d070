import { type RecordMessage, recordText } from '../../language/message.ts'
import { createTwoFilesPatch } from 'diff'
import { assumedPersonDays } from '../../plan/assemble/assemble-task.ts'
import type { PlanDraft, TaskDraft } from '../../plan/plan-draft.ts'
import { issueIdOf } from '../judge/issues.ts'
import { getPattern, severityOfFinding } from '../patterns/catalogue.ts'
import type { OpinedFinding } from '../opinion/skill-opinion.ts'
import type { SkillFinding, TuningDimension } from '../patterns/pattern.ts'
import { keepLineEnds } from '../read/line-ends.ts'
import { placeInRepository } from '../read/skill-path.ts'
import type { DraftedTask, SkillToMend } from './drafted-task.ts'
import { draftTakenUp } from './draft-taken-up.ts'
import type { MendingPlan, MendingStep } from './plan-mending.ts'

const dimensionWords: Record<TuningDimension, RecordMessage> = {
  context: 'the growth of the context',
  memory: 'what is forgotten',
  dataflow: 'the flow of data',
  agent: 'the work with agents',
  docs: 'what its documents say',
  token_consumption: 'the use of tokens',
  authoring: 'how it keeps its state',
}

/**
 * A plan whose tasks mend a skill, each after the one before: patches, applied as they stand; then what takes judgement, for
 * whoever works here, with the finding gone as the criterion. The last also holds the quality gate, where that can pass then.
 */
export function draftMending(skill: SkillToMend, plan: MendingPlan, taken: readonly OpinedFinding[] = []): PlanDraft {
  const judged = [...Map.groupBy(plan.left, ({ pattern }) => getPattern(pattern).dimension)]
  const drafts = [
    ...plan.steps.map((step) => draftStep(skill, step)),
    ...judged.map(([dimension, findings]) => draftJudgement(skill, dimension, findings)),
    ...(taken.length === 0 ? [] : [draftTakenUp(skill, taken)]),
  ]
  const tasks = drafts.map((draft, index): TaskDraft => {
    const isLast = index === drafts.length - 1
    return {
      id: `T${index + 1}`,
      estimated_person_days: assumedPersonDays,
      estimate_from: 'assumed',
      ...draft,
      acceptance_criteria: [
        ...(draft.acceptance_criteria ?? []),
        ...(isLast && skill.passesThen ? [gateCriterion(skill)] : []),
      ],
      ...(index === 0 ? {} : { depends_on: [`T${index}`] }),
    }
  })
  const fixes = plan.steps.reduce((sum, { fixes: all }) => sum + all.length, 0)
  return {
    description: describeWhole(skill.name, fixes, plan.left.length),
    strategy_type: 'refactor',
    tasks,
  }
}

function draftStep(skill: SkillToMend, { dimension, fixes, changes }: MendingStep): DraftedTask {
  const about = dimensionWords[dimension]
  return {
    title:
      fixes.length === 1
        ? recordText('Mend {about}: 1 finding', { about })
        : recordText('Mend {about}: {n} findings', { about, n: fixes.length }),
    action: 'Fix',
    description: fixes.map(({ finding, why }) => `${describeFinding(skill, finding)} ${why}`).join('\n'),
    implementation: fixes.map(({ finding, strategy, risk, why }) =>
      recordText('{finding} in {place}: {why} ({strategy}, risk {risk})', {
        finding: finding.pattern,
        place: placeInRepository(skill.path, finding.path),
        why,
        strategy,
        risk,
      }),
    ),
    acceptance_criteria: fixes.map(({ finding }) => goneCriterion(skill, finding)),
    executor: 'patch',
    work: [{ kind: 'diff', diff: changes.map((change) => diffOf(skill, change)).join('') }],
  }
}

function draftJudgement(
  skill: SkillToMend,
  dimension: TuningDimension,
  findings: readonly SkillFinding[],
): DraftedTask {
  const files = [...new Set(findings.flatMap(({ path, related = [] }) => [path, ...related.map((one) => one.path)]))]
  return {
    title:
      findings.length === 1
        ? recordText('Settle {about}: 1 finding', { about: dimensionWords[dimension] })
        : recordText('Settle {about}: {n} findings', { about: dimensionWords[dimension], n: findings.length }),
    action: 'Refactor',
    scope: skill.path === '.' ? '**' : `${skill.path}/**`,
    description: findings.map((finding) => describeFinding(skill, finding)).join('\n'),
    implementation: findings.map(({ pattern, path }) => {
      const { remedy, strategies } = getPattern(pattern)
      return recordText('{finding} in {place}: {remedy} ({strategies})', {
        finding: pattern,
        place: placeInRepository(skill.path, path),
        remedy,
        strategies: strategies.join(' or '),
      })
    }),
    modification_points: files.map((path) => ({
      file: placeInRepository(skill.path, path),
      target: findings
        .filter((finding) => finding.path === path)
        .map(({ line }) => recordText('line {line_number}', { line_number: line }))
        .join(', '),
      change: recordText('As the findings say, without another one.'),
    })),
    deliverable_spec: {
      format: 'files',
      filename: '.',
      output_dir: skill.path === '.' ? '' : `${skill.path}/`,
      single_file: false,
      bundle_mode: 'MANIFEST',
      files: [skill.path === '.' ? '**' : `${skill.path}/**`],
    },
    delivery_check: 'some',
    acceptance_criteria: findings.map((finding) => goneCriterion(skill, finding)),
  }
}

function describeFinding(skill: SkillToMend, finding: SkillFinding): string {
  const { title } = getPattern(finding.pattern)
  const place = `${placeInRepository(skill.path, finding.path)}:${finding.line}`
  return recordText('{finding} ({level}) at {place}: {title}; {message}', {
    finding: finding.pattern,
    level: severityOfFinding(finding),
    place,
    title,
    message: finding.message,
  })
}

type GivenCriterion = NonNullable<TaskDraft['acceptance_criteria']>[number]

function goneCriterion(skill: SkillToMend, finding: SkillFinding): GivenCriterion {
  const place = placeInRepository(skill.path, finding.path)
  return {
    statement: recordText('The diagnosis of `{skill}` no longer finds {finding} in `{place}` (line {n} before)', {
      skill: skill.path,
      finding: finding.pattern,
      place,
      n: finding.line,
    }),
    type: 'quality',
    check_method: 'static_check',
    severity: 'blocker',
    check: 'diagnosis',
    target: skill.path,
    text: issueIdOf(finding),
  }
}

function gateCriterion(skill: SkillToMend): GivenCriterion {
  return {
    statement: recordText('`{skill}` passes the quality gate: score 80 or more, nothing critical, two high at most', {
      skill: skill.path,
    }),
    type: 'quality',
    check_method: 'static_check',
    severity: 'blocker',
    check: 'diagnosis',
    target: skill.path,
  }
}

function diffOf(skill: SkillToMend, { path, before, after }: MendingStep['changes'][number]): string {
  const place = placeInRepository(skill.path, path)
  const raw = skill.raw.get(path) ?? ''
  const patch = createTwoFilesPatch(
    before === undefined ? '/dev/null' : `a/${place}`,
    `b/${place}`,
    before === undefined ? '' : keepLineEnds(raw, before),
    keepLineEnds(raw, after),
    undefined,
    undefined,
    { context: 3, timeout: 5_000 },
  )
  if (patch === undefined) throw new Error(`the change of ${place} is too large to be written as a patch`)
  return `diff --git a/${place} b/${place}\n${before === undefined ? 'new file mode 100644\n' : ''}${patch.replace(/^=+\n/, '')}`
}

function describeWhole(name: string, fixes: number, left: number): string {
  const told = {
    name,
    fixes: fixes === 1 ? recordText('1 fix as patches') : recordText('{n} fixes as patches', { n: fixes }),
  }
  if (left === 0) return recordText('Mend the skill `{name}`: {fixes}.', told)
  return left === 1
    ? recordText('Mend the skill `{name}`: {fixes}, and 1 finding that takes judgement.', told)
    : recordText('Mend the skill `{name}`: {fixes}, and {n} findings that take judgement.', { ...told, n: left })
}
