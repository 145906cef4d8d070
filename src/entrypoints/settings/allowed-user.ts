import { CountersignFault } from '../../application/fault.ts'
import type { Settings } from './settings.ts'

/**
 * The settings, for whom they let start a server. It has no need of root, and whoever breaks out of it would be it:
 * throws `configuration_invalid` for root unless that is allowed.
 */
export function allowedUser<Of extends Pick<Settings, 'RUN_AS_ROOT'>>(settings: Of, userId: number | undefined): Of {
  if (userId !== 0 || settings.RUN_AS_ROOT === 'allowed') return settings
  throw new CountersignFault(
    'configuration_invalid',
    'the server was started as root',
    'Start it as a user of its own, who owns DATA_DIR (docs/operations.md, "Start the server"). RUN_AS_ROOT=allowed goes on as root.',
  )
}
