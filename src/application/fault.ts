import type { Obstacle } from '../domain/rules/obstacle.ts'

/** Every code with its meaning; docs/faults.md is made from it. */
export const faultCatalogue = {
  on_hold: {
    retry: 'never',
    docs: 'The workflow branch has a commit that is not ours, was moved back, or is gone; a maintainer decides.',
  },
  state_corrupt: { retry: 'never', docs: 'A state file on the workflow branch does not parse or breaks its schema.' },
  state_busy: { retry: 'later', docs: 'Other commits kept coming in between; nothing was written.' },
  state_behind: {
    retry: 'later',
    docs: 'GitHub showed an older workflow branch than it had before; it is read again.',
  },
  github_unavailable: { retry: 'later', docs: 'GitHub did not answer, or with a server error.' },
  half_done: {
    retry: 'later',
    docs: 'GitHub did a part of it, or a branch moved meanwhile; the next try looks at what stands and goes on from there.',
  },
  github_refused: { retry: 'never', docs: 'GitHub refused the request.' },
  github_rule: {
    retry: 'never',
    docs: 'A rule of the repository forbids it, or how the repository is: archived, empty, without issues. The thread says which, and what to change.',
  },
  not_installed: {
    retry: 'never',
    docs: 'The App is not installed on the repository any more: it was transferred to another owner, or the App was taken off. Its records stay on its branch, and the work goes on once the App is installed there.',
  },
  told_to_end: {
    retry: 'never',
    docs: 'The work was told to end while a request of it waited for a limit of GitHub; the request was not sent.',
  },
  configuration_invalid: {
    retry: 'never',
    docs: 'Settings of the server are missing or wrong; all are named at once.',
  },
  disk_full: {
    retry: 'later',
    docs: 'There is no room on the disk of a worker. Runs wait, longer each time, and are tried again by whoever has room.',
  },
  machine_exhausted: {
    retry: 'later',
    docs: 'A worker has no file handles or processes left (`ulimit -n`, `ulimit -u`). Runs wait as for room on a disk.',
  },
  order_refused: {
    retry: 'never',
    docs: 'A job was started with an order that the bot did not give it, or not for this run, or too long ago.',
  },
  database_unavailable: { retry: 'later', docs: 'The database did not answer; nothing was taken, GitHub is told so.' },
  database_locked: { retry: 'never', docs: 'Another process has the folder of the embedded database open.' },
  models_unavailable: {
    retry: 'later',
    docs: 'The process that talks to models ended, or could not be started; it is begun again with the next run.',
  },
  model_failed: {
    retry: 'later',
    docs: 'The provider of a model gave no answer for longer than the gateway tries. It is tried again for a while, then it is told in the thread.',
  },
  notice_undelivered: {
    retry: 'later',
    docs: 'The address that is told of plans and verdicts (`NOTIFY_URL`, `NOTIFY_SLACK_URL`) did not take a message. It is sent again, and then noted in the trail.',
  },
  taken_over: {
    retry: 'never',
    docs: 'A worker stood still for longer than others wait for it; another does what it was about to do.',
  },
} as const
export type FaultCode = keyof typeof faultCatalogue

/** A fault of the machine: what was seen, what to do, and whether another try helps. Never branch on its message. */
export class CountersignFault extends Error {
  override readonly name = 'CountersignFault'
  readonly code: FaultCode
  readonly details: string
  readonly retry: 'never' | 'later'
  /** Of `github_rule`. */
  readonly obstacle: Obstacle | undefined

  constructor(code: FaultCode, message: string, details: string, cause?: unknown, obstacle?: Obstacle) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.details = details
    this.retry = faultCatalogue[code].retry
    this.obstacle = obstacle
  }
}
