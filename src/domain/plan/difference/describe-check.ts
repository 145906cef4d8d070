import type { AcceptanceCriterion } from '../acceptance-criterion.ts'

/** How a criterion is checked, in plain words: `src/a.ts contains "x"`, `runs npm test`, `a person judges`. */
export function describeCheck(criterion: AcceptanceCriterion): string {
  switch (criterion.check_method) {
    case 'static_check':
      return describeLook(criterion)
    case 'run_smoke_test':
      return criterion.command === undefined ? 'runs a command' : `runs ${criterion.command}`
    case 'ci_check':
      return `CI: ${criterion.checks?.join(', ') ?? 'all checks'}`
    case 'model_review':
      return 'a model reads it'
    case 'manual_review':
      return 'a person judges'
  }
}

function describeLook({ target = 'the file', check, ...how }: AcceptanceCriterion): string {
  switch (check) {
    case 'exists':
      return `${target} exists`
    case 'parses':
      return `${target} parses`
    case 'contains':
      return `${target} contains "${how.text ?? ''}"`
    case 'matches':
      return `${target} matches /${how.pattern ?? ''}/`
    case 'schema':
      return `${target} fits its JSON Schema`
    case 'max_bytes':
      return `${target} is at most ${how.max_bytes ?? 0} bytes`
    case 'diagnosis':
      return how.text === undefined ? `${target} passes its quality gate` : `${target} is free of ${how.text}`
    case undefined:
      return `a machine reads ${target}`
  }
}
