import type { SkillFinding } from '../patterns/pattern.ts'
import type { TuningState } from '../state/tuning-state.ts'

/** Nothing may be written there: what was found is told all the same. */
export function tellDenied(path: string, { quality_gate: gate, quality_score: score, issues }: TuningState): string {
  const shown = issues.slice(0, 5).map(({ description, location }) => `${location.file}: ${description}`)
  const more = issues.length > 5 ? `; and ${issues.length - 5} more` : ''
  const way = `Patches of \`/tune\` may where \`.github/countersign.yml\` says \`tune: { paths: ['${path}/**'] }\`; then \`/tune ${path}\` plans them.`
  return `No task may touch \`${path}\`, since agents take what stands there as told. ${way} The diagnosis: gate ${gate}, score ${score}, ${issues.length} findings (${shown.join('; ')}${more})`
}

/** What takes judgement takes somebody's hands, and those of tasks are tied there. */
export function tellClosed(findings: readonly SkillFinding[]): string {
  const shown = findings.slice(0, 10).map(({ pattern, path, line }) => `${pattern} in ${path}:${line}`)
  const more = findings.length > 10 ? ` and ${findings.length - 10} more` : ''
  return `Not in this plan, since it takes judgement and tasks may not touch files that agents take as told: ${shown.join(', ')}${more}. Mend it by hand.`
}
