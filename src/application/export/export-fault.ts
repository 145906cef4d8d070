const codes = {
  state_unreadable: 'never',
  bytes_differ: 'never',
  branch_busy: 'later',
  asset_broken: 'later',
  release_unproven: 'never',
} as const
export type ExportFaultCode = keyof typeof codes

/** An export that must not go on; nothing is published that isn't proven (I7). */
export class ExportFault extends Error {
  override readonly name = 'ExportFault'
  readonly code: ExportFaultCode
  readonly details: string
  readonly retry: 'never' | 'later'

  constructor(code: ExportFaultCode, message: string, details: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.details = details
    this.retry = codes[code]
  }
}
