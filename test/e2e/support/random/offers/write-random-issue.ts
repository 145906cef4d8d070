import type { Random } from '../random.ts'

/** An issue of one to four small tasks of all shapes, in words that the outline planner reads. */
export function writeRandomIssue(random: Random, seed: number): string {
  // Two reach nearly every row of the gate, and each task more is a fifth more time.
  const count = random.pick([1, 2, 2, 2, 2, 3, 3, 3, 4])
  const shared = random.chance(0.35)
  const tasks = Array.from({ length: count }, (_, index) => writeTask(random, seed, index + 1, shared))
  return [...tasks.flatMap((task) => task.item), '', ...tasks.flatMap((task) => task.fence)].join('\n')
}

function writeTask(random: Random, seed: number, number: number, shared: boolean): { item: string[]; fence: string[] } {
  const id = `T${number}`
  const path = shared && number <= 2 ? 'work/shared.txt' : `work/t${number}.txt`
  const shape = random.pick(['patch', 'patch', 'script', 'script', 'script', 'human'])
  const before =
    number > 1 && !(shared && number === 2) && random.chance(0.6) ? `, after T${1 + random.whole(number - 1)}` : ''
  const who = shape === 'patch' ? '' : ` (executor: ${shape === 'script' ? 'shell' : 'human'})`
  const item = [`- [ ] ${id}: Write \`${path}\`${who}${before}`, ...writeTest(random, path, shape), '  - Acceptance:']
  for (const criterion of chooseCriteria(random, path)) item.push(`    - ${criterion}`)
  if (shape === 'patch')
    return {
      item,
      fence: [
        `${id}:`,
        '',
        `\`\`\`txt path=${path}`,
        `${id}: ${random.pick(['good', 'good', 'poor'])} ${seed}`,
        '```',
        '',
      ],
    }
  if (shape === 'script') return { item, fence: [`${id}:`, '', '```sh run', `write ${path}`, '```', ''] }
  return { item, fence: [] }
}

/** Tests of its own cost a process each time, so few tasks have them. */
function writeTest(random: Random, path: string, shape: string): string[] {
  return shape === 'script' && random.chance(0.3) ? [`  - Test: \`grep -q good ${path}\``] : []
}

function chooseCriteria(random: Random, path: string): string[] {
  const all = [
    { share: 0.5, text: `\`${path}\` exists` },
    { share: 0.5, text: `\`${path}\` contains \`good\`` },
    { share: 0.4, text: 'It is friendly' },
    { share: 0.25, text: 'CI check `build` passes' },
    { share: 0.05, text: `\`grep -q good ${path}\` passes` },
    { share: 0.1, text: 'It is short (minor)' },
  ]
  const chosen = all.filter(({ share }) => random.chance(share)).map(({ text }) => text)
  return chosen.length > 0 ? chosen : [`\`${path}\` exists`]
}
