#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { runVerify } from '../commands/verify.ts'
import { endWithPipe } from '../program/end-with-pipe.ts'
import { verifierUsage } from './usage.ts'

// `countersign-verify`: the command `countersign verify` alone, built into one file for who has nothing else of ours.

const oldestNode = 20

const io = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  env: process.env,
}

endWithPipe()
process.exitCode = await run(process.argv.slice(2))

async function run(words: string[]): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    io.stderr(`countersign-verify needs Node ${oldestNode} or newer; this is ${process.versions.node}\n`)
    return 2
  }
  const parsed = parse(words)
  if (typeof parsed === 'string') {
    io.stderr(`countersign-verify: ${parsed}\nSee countersign-verify --help.\n`)
    return 2
  }
  const { values, positionals } = parsed
  if (values.help === true) {
    io.stdout(verifierUsage)
    return 0
  }
  const [target, ...more] = positionals
  if (target === undefined || more.length > 0) {
    io.stderr(
      target === undefined ? verifierUsage : `countersign-verify: one thing at a time, not ${positionals.length}\n`,
    )
    return 2
  }
  return runVerify(
    {
      target,
      repo: values.repo,
      publicKey: values['public-key'],
      repositoryId: values['repository-id'],
      manifestSha256: values['manifest-sha256'],
      requireAttestation: values['require-attestation'],
      signerWorkflow: values['signer-workflow'],
      trustedRoot: values['trusted-root'],
      json: values.json,
    },
    io,
  )
}

function parse(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        repo: { type: 'string' },
        'public-key': { type: 'string' },
        'repository-id': { type: 'string' },
        'manifest-sha256': { type: 'string' },
        'require-attestation': { type: 'boolean' },
        'signer-workflow': { type: 'string' },
        'trusted-root': { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return error instanceof Error ? (error.message.split('.')[0] ?? error.message) : String(error)
  }
}
