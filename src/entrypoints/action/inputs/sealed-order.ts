import { requiredText } from './input-kinds.ts'

/** What the bot tells a job to do; only the bot can write one. */
export const sealedOrder = requiredText(/^[\w.-]{1,30000}$/, 'an order that the bot has sealed', {
  about: 'What the bot orders, sealed: it starts the workflow with it.',
})
