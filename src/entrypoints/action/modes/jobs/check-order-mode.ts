import type { ModeDescription } from '../../action-mode.ts'
import { optionalText } from '../../inputs/input-kinds.ts'
import { sealedOrder } from '../../inputs/sealed-order.ts'
import { stateSecret } from '../../inputs/state-secret.ts'

export const checkOrderMode = {
  about:
    'Looks whether the bot gave this order, to this workflow run, and not too long ago; fails if not. The job behind it, on a machine that holds no secret of the bot, then works on the task.',
  permissions: ['actions: read'],
  inputs: {
    order: sealedOrder,
    name: optionalText(/^\P{Cc}{1,200}$/u, 'the name of this workflow run', {
      about: 'Name of the workflow run, as the bot gave it with the order.',
    }),
    'state-secret': stateSecret,
    'order-key': optionalText(/^ed25519:[\w-]{43}(?:[\s,]+ed25519:[\w-]{43})*$/, 'public keys (ed25519:…)', {
      about: 'Public key of the server that may order, as `countersign keys` prints it; instead of state-secret.',
    }),
  },
  outputs: {
    order: 'The order, once it is found to be the bot’s.',
    labels: 'Labels of the runner that it is for, as a JSON list.',
    minutes: 'How many minutes the job of the task may take.',
    'issue-list': 'The issue that it is about, as a JSON list: [7].',
  },
} satisfies ModeDescription
