import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { runApp } from '../../../../src/entrypoints/commands/app.ts'

// `countersign app` with everything loaded, held until a line comes: most of a start is loading, and a chain of kills
// needs many.
flushCompileCache()
process.stdout.write('loaded\n')
await once(process.stdin, 'data')
process.stdin.destroy()
process.exitCode = await runApp(
  { work: true },
  {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    env: process.env,
  },
)
