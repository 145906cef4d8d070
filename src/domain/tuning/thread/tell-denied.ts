import { recordText } from '../../language/message.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import type { TuningState } from '../state/tuning-state.ts'

/** Nothing may be written there: what was found is told all the same. */
export function tellDenied(path: string, { quality_gate: gate, quality_score: score, issues }: TuningState): string {
  const shown = issues.slice(0, 5).map(({ description, location }) => `${location.file}: ${description}`)
  const more = issues.length > 5 ? [recordText('and {n} more', { n: issues.length - 5 })] : []
  return recordText(
    'No task may touch `{path}`, since agents take what stands there as told. Patches of `/tune` may where `.github/countersign.yml` says {code_lines}; then `/tune {skill}` plans them. The diagnosis: gate {gate}, score {score}, {n} findings ({findings})',
    {
      path,
      code_lines: `\`tune: { paths: ['${path}/**'] }\``,
      skill: path,
      gate,
      score,
      n: issues.length,
      findings: [...shown, ...more].join('; '),
    },
  )
}

/** What takes judgement takes somebody's hands, and those of tasks are tied there. */
export function tellClosed(findings: readonly SkillFinding[]): string {
  const shown = findings
    .slice(0, 10)
    .map(({ pattern, path, line }) =>
      recordText('{finding} in {place}', { finding: pattern, place: `${path}:${line}` }),
    )
  const named = shown.join(', ')
  return recordText(
    'Not in this plan, since it takes judgement and tasks may not touch files that agents take as told: {findings}. Mend it by hand.',
    {
      findings:
        findings.length > 10 ? recordText('{items} and {n} more', { items: named, n: findings.length - 10 }) : named,
    },
  )
}
