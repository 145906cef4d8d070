import { runApp } from '../../../../src/entrypoints/commands/app.ts'
import { runWorker } from '../../../../src/entrypoints/commands/worker.ts'

// `countersign app`, `countersign app --no-work` or `countersign worker`, without the commands around them.
const io = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  env: process.env,
}
const role = process.argv[2]
process.exitCode = role === 'worker' ? await runWorker({}, io) : await runApp({ work: role === 'app' }, io)
