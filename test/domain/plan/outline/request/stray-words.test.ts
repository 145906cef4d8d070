import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

const reading = (title: string, body: string) => {
  const { gives, criteria } = planWritten(title, body)
  return { gives, criteria }
}

test.each([
  [
    'what somebody knows',
    'Cross site scripting vulnerability in the page title',
    'The browser has no way to know that the script should not be trusted, and will execute the script.',
    'No longer: Cross site scripting vulnerability in the page title',
  ],
  [
    'an assumption about something else',
    'Severe performance regression since 0.5.0',
    'The dataset of 202 GB should fit the cache on our machine. That means this file should be read in half a minute.',
    'No longer: Severe performance regression since 0.5.0',
  ],
])('%s is not what must hold', (_name, title, body, criterion) => {
  expect(reading(title, body)).toEqual({ gives: 'reading', criteria: [criterion] })
})

test('a necessity of today in German is no wish', () => {
  const { gives } = reading(
    'App startet nicht',
    'Es müssen alle Anwendungen zuvor geschlossen werden. Danach startet die App.',
  )

  expect(gives).toBe('question')
})

test('what a line announces and the code below it are one criterion', () => {
  const body =
    '**Describe the bug**\nThe day is wrong.\n\n**Expected behavior**\n\nThe selected day should be displayed as an input value:\n`2025-01-22`\n'

  expect(reading('Wrong day', body)).toEqual({
    gives: 'plan',
    criteria: ['The selected day should be displayed as an input value: `2025-01-22`'],
  })
})

test('what announces a list is a part of each of its items', () => {
  const body =
    '## Proposed Changes\n\nAdd `--json` support to:\n\n- `list`: packages as JSON\n- `install`: results as JSON\n'

  expect(reading('feat: add a --json flag', body).criteria).toEqual([
    'add a --json flag',
    'Add `--json` support to: `list`: packages as JSON',
    'Add `--json` support to: `install`: results as JSON',
  ])
})

test('what no branch can hold is left to people, and said', () => {
  const body =
    '- [ ] Bump the version in `package.json`\n- [ ] Update CHANGELOG.md\n- [ ] Tag release\n- [ ] Push tag\n- [ ] Publish to npm: `npm publish`\n- [ ] Verify CI/CD publish succeeded\n- [ ] Announce release\n'

  const { gives, tasks, notes } = planWritten('Release 2.0.1', body)

  expect({ gives, tasks }).toEqual({ gives: 'plan', tasks: 2 })
  expect(notes).toContain(
    'Lines 3, 4, 5, 6 and 7 change no file (a tag, a release, a look at CI), so they are left to people and not planned.',
  )
})

test.each([
  'Push notifications for new comments in `src/push.ts`',
  'Release the lock when saving fails in `src/lock.ts`',
  'Announce component for screen readers in `src/announce.ts`',
  'Publish the API docs with each build in `docs/build.js`',
])('a task that only begins like that is a task: %s', (box) => {
  expect(planWritten('Work', `- [ ] ${box}\n- [ ] Add \`src/b.ts\`\n`)).toMatchObject({ gives: 'plan', tasks: 2 })
})

test.each([
  ['Disable cache', 'How can I disable the cache for GET requests?'],
  [
    'How to stop the cache on a page',
    'I cannot find anything helpful.\n\nSay I want to disable it for /contact.\n\nHow would I do this?',
  ],
])('who only asks how to do it gets a polite no: %s', (title, body) => {
  expect(planWritten(title, body).gives).toBe('declined')
})

test('of a rant nobody is asked to confirm a word', () => {
  const { gives, says, criteria } = planWritten(
    '[Issue]: the new update is terrible',
    '### What happened?\n\nthe previous version was TOP, that new one is shit\n',
  )

  expect(gives).toBe('question')
  expect(says).toContain('What exactly is wrong, where does it show')
  expect(criteria.join()).not.toContain('shit')
})

test('where the title is all that is told, a picture is said not to be read', () => {
  const { says } = planWritten(
    'no me deja instalar',
    'Me sale un error y no se que hacer con la instalación.\n\n![error](https://e.com/x.png)\n',
  )

  expect(says).toContain('Pictures are not read')
})

test('a template that asks for a file is no wish, and a link below the criteria is none', () => {
  const body =
    '## Acceptance Criteria\n\nA set of assumptions which, when tested, verify that the debt was addressed.\n\n- [ ] Webpack has been removed\n- [ ] Vite makes the files\n\n```[tasklist]\n### Blocked By\n- [ ] https://github.com/acme/talent/issues/9844\n```\n\n## Log file\n\nPlease upload the log file here so that we understand it. You can find it in the settings.\n'

  expect(reading('Migrate to vite', body)).toEqual({
    gives: 'plan',
    criteria: ['Webpack has been removed', 'Vite makes the files'],
  })
})

test('a potential crash is asked about, and what says one word instead of another is to be gone', () => {
  expect(planWritten('Potential crash at startup', '').gives).toBe('question')
  expect(reading('Fix typo in `README.md`', 'It says `documenation` instread of `documentation`.').criteria).toContain(
    'No longer: It says `documenation` instread of `documentation`.',
  )
})

test('bold sentences are read without their stars, and a line of HTML is not read', () => {
  const scope = '**No behavior change. No API change.** Tests must pass unchanged after every split of the module.'
  const html = '<b>Browser:</b> Safari<br><b>Steps:</b> You should hit login<br><b>Result:</b> it crashes'

  expect(reading('Split `loop.ts`', scope).criteria).toContain(
    'Tests must pass unchanged after every split of the module.',
  )
  expect(JSON.stringify(planWritten('[BUG] Login issues on mobile', html))).not.toContain('<b>')
})

test.each([
  ['where it was moved from', 'Original issue reported on code.google.com by `None` on 1970-01-01'],
  ['how to vote', ':arrow_down: Please click the :+1: reaction instead of leaving a comment'],
  ['what a form says of its list', 'Please list the resources as a list, for example:\n- network_v2'],
  ['an offer', "I'd be willing to put together a PR if you thought that would be a good fit."],
  ['what is as expected', "And yet, the data source contains everything you'd expect."],
])('%s is no criterion', (_what, said) => {
  const { criteria } = planWritten(
    'Tooltips on stacked bars fail after an edit',
    `The tooltip is empty then.\n\n${said}\n`,
  )

  expect(criteria).toEqual(['No longer: Tooltips on stacked bars fail after an edit'])
})

test('what somebody complains of below a title that asks nothing is to be gone', () => {
  const body = 'However, when the socket disconnects, all subscriptions are lost. Is there a way to remedy this?'

  expect(reading('Socket recovery', body)).toEqual({
    gives: 'reading',
    criteria: ['No longer: when the socket disconnects, all subscriptions are lost.'],
  })
})
