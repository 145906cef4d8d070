import { expect, test } from 'vitest'
import { readExample } from '../../../src/entrypoints/commands/read/read-example.ts'
import type { Playground } from '../support/playground.ts'
import { secondToWorkflowBranch, useWorld } from '../support/processes/start-world.ts'

const world = useWorld({ expectedAnswers: [secondToWorkflowBranch] })

const body = `\`formatDuration(5400)\` 现在返回 \`5400 s\`，用户希望看到 \`1 h 30 min\`。

- [ ] T1: 在 \`src/duration.js\` 中支持分钟和小时
  - 测试: \`node --test\`
  - 验收:
    - \`src/duration.js\` 包含 \`min\`
- [ ] T2: 写一份说明（0.5 天），依赖 T1
  - 验收:
    - \`docs/format.md\` 包含 \`1 h 30 min\`
    - \`docs/format.md\` 让新用户明白何时使用哪个单位

## 验收

- [ ] \`src/duration.js\` 包含 \`min\`

T1:

\`\`\`js path=src/duration.js
/** Seconds as text. */
export function formatDuration(seconds) {
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? \`\${minutes} min\` : \`\${seconds % 60}\`
}
\`\`\`

T2:

\`\`\`md path=docs/format.md
不到一小时显示分钟，此后显示小时和分钟（\`1 h 30 min\`）。
\`\`\`
`

const brokenPlan = `请按以下计划执行：

\`\`\`yaml countersign
tasks:
  - id: T1
    title: 补充说明
    estimate: 2
  - id: T2
    title: 校对说明
    acceptance: ['\`docs/format.md\` 存在']
    depends_on: [T9]
\`\`\`
`

const brokenConfiguration = `_extends: other-org/policy
languag: zh-CN
run:
  max_attempts: lots
  default_executor: Codex!
export:
  tag: '{isue}'
`
const wrongCommands = [
  '/批准 T9',
  '/批准吧',
  '/aprove',
  '/合并',
  '/豁免 T2 AC-9',
  '/豁免',
  '/指派 T2',
  '/拆分 T1',
  '/导出 现在',
]

/** What people read of an issue and its pull requests on GitHub, each with where it stands. */
async function readAll(clock: Playground, issue: number): Promise<{ where: string; text: string }[]> {
  const { rest } = clock.as('reader')
  const said = (await clock.thread(issue)).map((text) => ({ where: 'thread', text }))
  const pulls = await Promise.all((await clock.pulls()).map(({ number }) => readPull(clock, number)))
  const { data: releases } = await rest.repos.listReleases({ ...clock.place })
  const released = releases.map(({ name, body: notes }) => ({ where: 'release', text: `${name}\n${notes}` }))
  return [...said, ...pulls.flat(), ...released]
}

async function readPull(clock: Playground, number: number): Promise<{ where: string; text: string }[]> {
  const { rest } = clock.as('reader')
  const place = { ...clock.place, pull_number: number }
  const { data: pull } = await rest.pulls.get(place)
  const { data: reviews } = await rest.pulls.listReviews(place)
  const { data: comments } = await rest.issues.listComments({ ...clock.place, issue_number: number })
  const { data: checks } = await rest.checks.listForRef({ ...clock.place, ref: pull.head.sha })
  const outputs = checks.check_runs.map(({ output }) => `${output.title}\n${output.summary}\n${output.text ?? ''}`)
  return [
    { where: `#${number}`, text: `${pull.title}\n${pull.body}` },
    ...reviews.map((review) => ({ where: `review of #${number}`, text: review.body })),
    ...comments.map((comment) => ({ where: `comment on #${number}`, text: comment.body ?? '' })),
    ...outputs.map((text) => ({ where: `check of #${number}`, text })),
  ]
}

/** Names and units, which are what they are in every language. */
const names = new Set(
  'triage write maintain read octo-org CI token GitHub Countersign App Node Unix Closes UTC UTF AC git tar sh patch main min ms kB manifest text'.split(
    ' ',
  ),
)

/** English that is left where people read: code, links, HTML and names of people are none. */
function findEnglish(text: string, logins: readonly string[]): string[] {
  const plain = text
    // What a test is called and said, what it ran through, commits, and what the release is called.
    .replaceAll(
      /says seconds|Expected values to be strictly equal: '5' !== '5 s'|formatDuration|\bseconds\b|Seconds/g,
      ' ',
    )
    .replaceAll(/\b[0-9a-f]{7,64}\b|countersign-ISS-[\d-]+/g, ' ')
    .replaceAll(/\bAC-\d+\b|\bUTF-8\b|\bsha256\b/g, ' ')
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, ' ')
    // Names of executors, and words in braces, are written so.
    .replaceAll(/执行者的名称，如 [\w, ]+/g, ' ')
    .replaceAll(/&#123;\w+&#125;/g, ' ')
    .replaceAll(/<code>.*?<\/code>|<[^>]*>|&\w+;/g, ' ')
    .replaceAll(/``.*?``|`[^`\n]*`/g, ' ')
    .replaceAll(/\]\([^)]*\)|https?:\/\/\S+/g, ' ')
    .replaceAll(/[\w./-]+\.(?:js|md|json|sh|txt|gz)\b|\bcountersign[/:][\w/.-]*/g, ' ')
  const words = plain.match(/[A-Za-z][A-Za-z’'-]+/g) ?? []
  return words.filter((word) => !names.has(word) && !logins.includes(word) && !/^[A-Z]+$/.test(word))
}

test('an issue in Chinese is spoken about in Chinese, from its label to its release', async () => {
  const { files } = await readExample()
  const clock = await world.repository({ files })
  const { logins } = world.running.sandbox
  const number = await clock.openIssue('超过一分钟的时长应显示为分钟和小时', body)
  await clock.label(number)
  await clock.settle()
  for (const text of [brokenConfiguration, '_extends: other-org/policy\n', '_extends: policy\n']) {
    await clock.push('maintainer', 'main', { '.github/countersign.yml': text })
    await clock.say(number, 'maintainer', '/配置')
  }
  await clock.push('maintainer', 'main', { '.github/countersign.yml': 'language: auto\n' })
  await clock.say(number, 'maintainer', '/配置')
  const hash = (await clock.record(number)).plan_hash?.slice(0, 7)
  await clock.say(number, 'maintainer', `/批准 计划@${hash}`)
  // The tests of the first version fail.
  expect(await clock.task(number, 'T1')).toMatchObject({ state: 'WAITING_EXTERNAL' })
  await clock.say(number, 'maintainer', '/状态')
  await clock.say(number, 'maintainer', wrongCommands.join('\n'))
  await clock.say(number, 'reader', '/批准 T2')
  await clock.say(number, 'maintainer', '/帮助')
  await clock.push('writer', 'countersign/ISS-001/1/T1', {
    'src/duration.js':
      'export function formatDuration(seconds) {\n  const minutes = Math.floor(seconds / 60)\n  return minutes > 0 ? `${minutes} min` : `${seconds % 60} s`\n}\n',
  })
  const describing = await clock.pullOf(number, 'T2')
  await clock.say(describing, 'maintainer', '/拒绝 T2 AC-2 没有说明秒')
  await clock.push('writer', 'countersign/ISS-001/1/T2', {
    'docs/format.md': '不到一分钟显示秒，不到一小时显示分钟，此后显示小时和分钟（`1 h 30 min`）。\n',
  })
  await clock.say(number, 'maintainer', '/暂停')
  await clock.say(number, 'maintainer', '/继续')
  await clock.say(describing, 'maintainer', '/批准T2')
  const final = await clock.pullOf(number, 'base')
  await clock.as('maintainer').rest.pulls.merge({ ...clock.place, pull_number: final })
  await clock.settle()
  await clock.say(number, 'maintainer', '/诊断')
  await clock.say(number, 'maintainer', '/导出')
  expect((await clock.record(number)).exports).toHaveLength(1)

  const broken = await clock.openIssue('用 YAML 写的计划有三处错误', brokenPlan)
  await clock.label(broken)
  await clock.settle()
  const [refused = ''] = (await clock.thread(broken)).slice(-1)
  expect(refused).toContain('第 7 行第 5 列')

  const people = Object.values(logins)
  const english = [...(await readAll(clock, number)), { where: 'refused plan', text: refused }].flatMap(
    ({ where, text }) => {
      const words = findEnglish(text, people)
      return words.length === 0 ? [] : [{ where, words: words.join(' '), text }]
    },
  )
  expect(english).toEqual([])
})
