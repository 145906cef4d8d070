import { comment, stateOf, type Story } from './golden-story.ts'
import { isPlanShown } from '../../../support/is-plan-shown.ts'

/** Moments of the loop that its own commands can tell of. */
export const loopMoments = {
  executor: 'a task’s executor runs',
  tests: 'a version’s own tests run',
  hypothesis: 'debugging tries a hypothesis',
  'plan-tests': 'the plan’s tests run',
  'plan-hypothesis': 'the plan’s failure is debugged',
} as const
export type LoopMoment = keyof typeof loopMoments

/** Where somebody waits for this moment, it is told who came and stays there: as its process is, until it is ended. */
const moment = (room: string) =>
  [
    `cd '${room}' || exit 1`,
    '[ -e "$1.wanted" ] || exit 0',
    'echo $$ > "$1.$$"',
    'mv "$1.$$" "$1.come"',
    'exec sleep 600',
    '',
  ].join('\n')

/** A test that says as TAP whether `holds`; with what was to blame undone it holds again, which only debugging tries before the repair. */
const test = (name: string, holds: string, moments: { failing: LoopMoment; passing: LoopMoment }) =>
  [
    'echo 1..1',
    `if ${holds}; then`,
    `  sh test/moment.sh ${moments.passing}`,
    `  echo 'ok 1 - ${name}'`,
    'else',
    `  sh test/moment.sh ${moments.failing}`,
    `  echo 'not ok 1 - ${name}'`,
    '  exit 1',
    'fi',
    '',
  ].join('\n')

/**
 * The loop in each of its phases: a version fails its own test, is debugged and repaired by a push; then the plan's test
 * fails, is debugged, laid on the task that did it, and that one is repaired too. `room`: a folder where commands tell
 * their moment.
 */
export function createLoopStory(room: string): Story {
  return {
    name: 'loop',
    // Commands reach the room, and outlive a killed server unless the next one ends them.
    config: "run: { isolation: none, test_commands: ['sh test/notes.sh'] }\n",
    files: {
      'rate.txt': '10\n',
      'notes.txt': 'short\n',
      'test/moment.sh': moment(room),
      'test/rate.sh': test('the rate is at most 20', '[ "$(cat rate.txt)" -le 20 ]', {
        failing: 'tests',
        passing: 'hypothesis',
      }),
      'test/notes.sh': test('notes are short', '[ "$(wc -c < notes.txt)" -le 20 ]', {
        failing: 'plan-tests',
        passing: 'plan-hypothesis',
      }),
    },
    title: 'Another rate, and notes on it',
    body: [
      '- [ ] T1: Another rate in `rate.txt` (executor: shell)',
      '  - Tests: `sh test/rate.sh`',
      '  - Acceptance:',
      '    - `rate.txt` exists',
      '- [ ] T2: Notes in `notes.txt`, after T1',
      '  - Acceptance:',
      '    - `notes.txt` exists',
      '',
      'T1:',
      '',
      '```sh run',
      'sh test/moment.sh executor && echo 30 > rate.txt',
      '```',
      '',
      'T2:',
      '',
      '```txt path=notes.txt',
      'many more words than anybody reads',
      '```',
      '',
    ].join('\n'),

    async play({ playground, until }, issue) {
      await until('a plan is shown', ({ record }) => isPlanShown(record))
      await comment(playground, issue, '/approve')
      await until('T1 waits for its repair', (standing) => stateOf(standing, 'T1') === 'WAITING_EXTERNAL')
      await playground.push('writer', 'countersign/ISS-001/1/T1', { 'rate.txt': '20\n' })
      await until('T2 waits for its repair', (standing) => stateOf(standing, 'T2') === 'WAITING_EXTERNAL')
      await playground.push('writer', 'countersign/ISS-001/1/T2', { 'notes.txt': 'few words\n' })
      await until('the final pull request is open', ({ record }) => record.phase === 'completed')
    },
  }
}
