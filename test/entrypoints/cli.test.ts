import { execa } from 'execa'
import { expect, test } from 'vitest'

/** Tells of each module that is loaded, before it is. */
const tellingLoads = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    process.stderr.write(url + '\\n')
    return next(url, context)
  },
})`

test('a server loads nothing of the sandbox, of other commands, or for what few issues need', async () => {
  const program = ['--import', `data:text/javascript,${encodeURIComponent(tellingLoads)}`, 'src/entrypoints/cli.ts']

  // It ends for want of settings, with everything loaded.
  const { exitCode, stderr } = await execa(process.execPath, [...program, 'app'], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    extendEnv: false,
    reject: false,
  })

  expect(exitCode).toBe(1)
  const loaded = stderr.split('\n').filter((line) => line.startsWith('file:'))
  expect(loaded.some((url) => url.endsWith('/src/entrypoints/start-app.ts'))).toBe(true)
  const others = /\/src\/sandbox\/|\/commands\/(?:doctor|plan|setup|verify)\.ts/
  const packages = /\/node_modules\/(?:ajv|execa|pg|saxes|tap-parser|tar-stream|unified)\//
  expect(loaded.filter((url) => others.test(url) || packages.test(url))).toEqual([])
}, 60_000)
