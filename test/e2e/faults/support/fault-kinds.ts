/** Every fault that the tests bring about, in the order of the table in docs/reliability.md. */
export const faultKinds = [
  'server killed (SIGKILL) before a request is done',
  'server killed (SIGKILL) when a request is done but not answered',
  'server killed (SIGKILL) when a request is answered but not recorded',
] as const

export type FaultKind = (typeof faultKinds)[number]
