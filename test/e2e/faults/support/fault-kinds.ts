/** Every fault that the tests bring about, in the order of the table in docs/reliability.md. */
export const faultKinds = [
  'server killed (SIGKILL) before a request is done',
  'server killed (SIGKILL) when a request is done but not answered',
  'server killed (SIGKILL) when a request is answered but not recorded',
  'webhooks lost',
  'webhooks doubled or late',
  'webhooks in another order',
  'database restarted',
  'database emptied or made anew',
  'database out of reach or read-only',
  'embedded database killed (SIGKILL) while writing',
  'somebody else changes or deletes the workflow branch',
] as const

export type FaultKind = (typeof faultKinds)[number]
