import { recordText } from '../../language/message.ts'
import type { AcceptanceCriterion } from '../acceptance-criterion.ts'

/** How a criterion is checked, in plain words: `src/a.ts contains "x"`, `runs npm test`, `a person judges`. */
export function describeCheck(criterion: AcceptanceCriterion): string {
  switch (criterion.check_method) {
    case 'static_check':
      return describeLook(criterion)
    case 'run_smoke_test':
      return criterion.command === undefined
        ? recordText('runs a command')
        : recordText('runs {command}', { command: criterion.command })
    case 'ci_check':
      return recordText('CI: {checks}', { checks: criterion.checks?.join(', ') ?? recordText('all checks') })
    case 'model_review':
      return recordText('a model reads it')
    case 'manual_review':
      return recordText('a person judges')
  }
}

function describeLook({ target = recordText('the file'), check, ...how }: AcceptanceCriterion): string {
  switch (check) {
    case 'exists':
      return recordText('{path} exists', { path: target })
    case 'parses':
      return recordText('{path} parses', { path: target })
    case 'contains':
      return recordText('{path} contains "{text}"', { path: target, text: how.text ?? '' })
    case 'matches':
      return recordText('{path} matches /{pattern}/', { path: target, pattern: how.pattern ?? '' })
    case 'schema':
      return recordText('{path} fits its JSON Schema', { path: target })
    case 'max_bytes':
      return recordText('{path} is at most {n} bytes', { path: target, n: how.max_bytes ?? 0 })
    case 'diagnosis':
      return how.text === undefined
        ? recordText('{path} passes its quality gate', { path: target })
        : recordText('{path} is free of {code}', { path: target, code: how.text })
    case undefined:
      return recordText('a machine reads {path}', { path: target })
  }
}
