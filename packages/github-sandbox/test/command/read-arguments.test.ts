import { expect, test } from 'vitest'
import { readArguments } from '../../src/command/read-arguments.ts'

test('without words it listens where its help says, and sends webhooks where Probot listens', () => {
  expect(readArguments([])).toEqual({
    kind: 'start',
    arguments: { port: 4141, webhook: 'http://localhost:3000/api/github/webhooks', json: false },
  })
})

test('every option is taken', () => {
  const words = ['--port=0', '--data', 'kept', '--import', '.', '--manifest', 'app.yml', '--json']

  expect(readArguments([...words, '--webhook', 'https://app.example/hook'])).toEqual({
    kind: 'start',
    arguments: {
      port: 0,
      data: 'kept',
      import: '.',
      manifest: 'app.yml',
      webhook: 'https://app.example/hook',
      json: true,
    },
  })
})

test.each([
  [['--port', 'many'], '--port is a number from 0 to 65535, not "many"'],
  [['--port', '65536'], '--port is a number from 0 to 65535, not "65536"'],
  [['--webhook', 'localhost:3000'], '--webhook is an http or https address, not "localhost:3000"'],
  [['--prot', '1'], /^Unknown option '--prot'.*\(--help lists the options\)$/],
  [['start'], /^Unexpected argument 'start'.*\(--help lists the options\)$/],
])('%j is refused with what is wrong', (words, why) => {
  const whyNot = typeof why === 'string' ? why : expect.stringMatching(why)

  expect(readArguments(words)).toEqual({ kind: 'wrong', why: whyNot })
})
