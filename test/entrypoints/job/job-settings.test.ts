import { expect, test } from 'vitest'
import { parseJobSettings, parseTaskSettings } from '../../../src/entrypoints/job/job-settings.ts'
import { muteCommands } from '../../../src/entrypoints/job/mute-commands.ts'
import { findOwnWorkflow } from '../../../src/entrypoints/job/own-workflow.ts'

const runner = {
  GITHUB_REPOSITORY: 'octo/widgets',
  GITHUB_SERVER_URL: 'https://github.test',
  RUNNER_TEMP: '/tmp/of-the-runner',
}

test('a job knows from its runner what a server is told, and what is given to its step goes before that', () => {
  const settings = parseTaskSettings('a-token', runner)
  const given = parseTaskSettings('a-token', { ...runner, DATA_DIR: '/data', GITHUB_WEB_URL: 'https://web.test' })

  expect(settings).toMatchObject({
    TOKEN: 'a-token',
    DATA_DIR: '/tmp/of-the-runner/countersign',
    GITHUB_WEB_URL: 'https://github.test',
    LOG_LEVEL: 'warn',
  })
  expect(given).toMatchObject({ DATA_DIR: '/data', GITHUB_WEB_URL: 'https://web.test' })
})

test('the bot takes token and secret from the inputs, whatever the environment has under their names', () => {
  const env = { ...runner, TOKEN: 'of-the-environment', STATE_SECRET: 'of-the-environment-too' }

  const settings = parseJobSettings({ token: 'a-token', stateSecret: 'sixteen-or-more-characters' }, env)

  expect(settings).toMatchObject({ TOKEN: 'a-token', STATE_SECRET: 'sixteen-or-more-characters' })
})

test('all that is missing or wrong is told at once', () => {
  const parse = () => parseJobSettings({ token: 'a-token', stateSecret: 'short' }, { RUNS_AT_ONCE: 'many' })

  expect(parse).toThrow(
    expect.objectContaining({
      code: 'configuration_invalid',
      details: expect.stringMatching(/(?=.*STATE_SECRET)(?=.*RUNS_AT_ONCE)(?=.*GITHUB_REPOSITORY)/s),
    }),
  )
})

test.each([
  ['octo/widgets/.github/workflows/bot.yml@refs/heads/main', 'bot.yml'],
  ['octo/widgets/.github/workflows/bot.yml@refs/heads/a/.github/workflows/b@c', 'bot.yml'],
  ['', 'countersign.yml'],
])('the workflow of a job with the reference "%s" is %s', (reference, file) => {
  expect(findOwnWorkflow({ GITHUB_WORKFLOW_REF: reference })).toBe(file)
})

test('a line of the log holds no command to the runner, and says the same as JSON', () => {
  const line = JSON.stringify({ msg: 'x ##[error]planted ##[group]' })

  const muted = muteCommands(line)

  expect(muted).not.toContain('##[')
  expect(JSON.parse(muted)).toEqual(JSON.parse(line))
})
