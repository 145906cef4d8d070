import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { GatewayOptions } from '../../adapters/models/gateway/gateway-options.ts'
import { createRemoteGateway } from '../../adapters/models/remote/create-remote-gateway.ts'
import type { ModelGateway } from '../../application/ports/models/model-gateway.ts'
import { commandUser, isRoot } from '../../adapters/workspace/isolation/command-user.ts'

const program = new URL('gateway-main.ts', import.meta.url)

/** In `DATA_DIR`: calls of this machine, and what they spent. */
export const ledgerFileName = 'models.sqlite'

/** The gateway to models, in a process that begins with the first run that wants one; what is spent is kept in `dataDir`. */
export function openModels(
  options: GatewayOptions,
  dataDir: string,
  env: Record<string, string | undefined>,
  log: Logger,
): ModelGateway {
  return createRemoteGateway({
    program,
    start: { options, ledgerFile: join(dataDir, ledgerFileName), socketOwner: isRoot() ? commandUser : null },
    temporary: tmpdir(),
    env,
    nowMs: Date.now,
    log: (message, details) => log.warn(details, message),
  })
}
