import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandUser, isRoot } from '../../src/adapters/workspace/isolation/command-user.ts'
import { usualOptions } from '../../src/adapters/models/gateway/gateway-options.ts'
import { createRemoteGateway } from '../../src/adapters/models/remote/create-remote-gateway.ts'
import type { ModelGateway } from '../../src/application/ports/models/model-gateway.ts'
import type { Tell } from '../bench.ts'

const program = new URL('../../src/entrypoints/models/gateway-main.ts', import.meta.url)

export interface BenchGateway extends AsyncDisposable {
  gateway: ModelGateway
}

/** The gateway's own process, as a server has it, before one provider. */
export async function openBenchGateway(baseUrl: string, tell: Tell): Promise<BenchGateway> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const gateway = createRemoteGateway({
    program,
    start: {
      options: {
        ...usualOptions,
        providers: [{ name: 'same', kind: 'compatible', baseUrl, key: null, speaks: ['chat'] }],
        models: [{ name: 'same', provider: 'same', upstream: 'same' }],
      },
      ledgerFile: join(dir, 'models.sqlite'),
      socketOwner: isRoot() ? commandUser : null,
    },
    temporary: tmpdir(),
    env: process.env,
    nowMs: Date.now,
    log: (message) => tell(message),
  })
  return {
    gateway,
    async [Symbol.asyncDispose]() {
      await gateway.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
