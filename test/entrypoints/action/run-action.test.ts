import { describe, expect, test } from 'vitest'
import { runAction } from '../../../src/entrypoints/action/run-action.ts'
import { RecordedOutput } from '../../support/action/recorded-output.ts'

/** As a runner fills them in, with what somebody wrote. */
function environment(inputs: Record<string, string>): Record<string, string> {
  const named = Object.entries({ token: 'ghs_one', ...inputs }).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ])
  return { GITHUB_REPOSITORY: 'octo/widgets', ...Object.fromEntries(named) }
}

async function run(inputs: Record<string, string>): Promise<RecordedOutput> {
  const output = new RecordedOutput()
  await runAction(environment(inputs), output)
  return output
}

describe('a wrong input', () => {
  test('is named with what it takes, all of them in one error, and nothing is done', async () => {
    const { failures } = await run({
      mode: 'export',
      plan: 'seven',
      partial: 'maybe',
      'include-candidates': 'yes',
      'include-supporting': 'no',
    })

    expect(failures).toEqual([
      [
        'Input "plan" is "seven"; it takes a plan (SOL-ISS-007-1) or an issue (ISS-007, #7, 7).',
        'Input "include-candidates" is "yes"; it takes true or false.',
        'Input "include-supporting" is "no"; it takes true or false, or nothing.',
        'Input "partial" is "maybe"; it takes true or false.',
      ].join('\n'),
    ])
  })

  test.each([
    [
      'exprot',
      'Input "mode" is "exprot"; it takes export, verify, doctor, tune, find, bot, check-order or run-task. Is "export" meant?',
    ],
    [
      'constructor',
      'Input "mode" is "constructor"; it takes export, verify, doctor, tune, find, bot, check-order or run-task.',
    ],
  ])('mode %s is told with the modes that there are', async (mode, why) => {
    expect((await run({ mode })).failures).toEqual([why])
  })

  test('that another mode has is told, since it would do nothing', async () => {
    const { failures } = await run({ mode: 'doctor', plan: 'ISS-007', partial: 'false', target: 'release' })

    expect(failures).toEqual([
      [
        'Input "plan" has no meaning in mode doctor; it belongs to export.',
        'Input "target" has no meaning in mode doctor; it belongs to verify.',
      ].join('\n'),
    ])
  })

  test.each(['2026-02-31', '2026-13-01', '2026-11-21T25:00Z', 'yesterday'])(
    'the calendar has no %s, since when nothing was finished',
    async (since) => {
      const { failures } = await run({ 'finished-since': since })

      expect(failures).toEqual([
        `Input "finished-since" is "${since}"; it takes a date or a time in UTC (2026-11-21, 2026-11-21T03:40:00Z), or nothing.`,
      ])
    },
  )

  test('a token that is left empty is missing, whatever is the default of it', async () => {
    expect((await run({ token: '', plan: 'ISS-007' })).failures).toEqual([
      'Input "token" is missing; it takes a token.',
    ])
  })
})

test('the token is masked before anything is said', async () => {
  const output = await run({ token: 'ghs_secret', mode: 'nothing' })

  expect(output.calls[0]).toEqual(['mask', 'ghs_secret'])
})
