import type { ModeDescription } from '../../action-mode.ts'
import { sealedOrder } from '../../inputs/sealed-order.ts'

export const runTaskMode = {
  about:
    'Works on one task as the order says that mode check-order has found to be the bot’s, and lays what came of it into a folder, to be handed back as the artifact countersign-result. It needs no right to write, and the agent no token at all.',
  permissions: ['contents: read'],
  inputs: { order: sealedOrder },
  outputs: {
    result: 'Folder with what came of it, for actions/upload-artifact.',
    outcome: 'changed, failed, stuck, absent or held.',
  },
} satisfies ModeDescription
