import { CountersignFault } from '../fault.ts'

const faultCodes = {
  state_unreadable: 'state_corrupt',
  bytes_differ: 'state_corrupt',
  branch_busy: 'state_busy',
  asset_broken: 'half_done',
  release_unproven: 'github_refused',
  tag_refused: 'github_refused',
} as const
type ExportFaultReason = keyof typeof faultCodes

/** An export that must not go on; nothing is published that isn't proven (I7). */
export class ExportFault extends CountersignFault {
  readonly reason: ExportFaultReason

  constructor(reason: ExportFaultReason, message: string, details: string, cause?: unknown) {
    super(faultCodes[reason], message, details, cause)
    this.reason = reason
  }
}
