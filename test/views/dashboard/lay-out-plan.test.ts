import { describe, expect } from 'vitest'
import { layOutPlan, type DrawnNode } from '../../../src/views/dashboard/graph/lay-out-plan.ts'
import { wrapLabel } from '../../../src/views/dashboard/graph/wrap-label.ts'
import { buildPlan, buildTask } from '../../support/builders.ts'
import { fc, test } from '../../support/property.ts'

/** Tasks of which each may wait for some before it, a few of them parts of a split one. */
const plansOf = (minLength: number, maxLength: number, reach: number) =>
  fc.array(fc.array(fc.nat(reach), { maxLength: 3 }), { minLength, maxLength }).map(planOf)

function planOf(waits: readonly number[][]) {
  const ids = waits.map((_, index) => (index % 5 === 4 ? `T${index + 1000}.1` : `T${index + 1}`))
  return buildPlan({
    tasks: waits.map((after, index) =>
      buildTask({
        id: ids[index] ?? '',
        depends_on: [...new Set(after.filter((one) => one < index))].map((one) => ids[one] ?? ''),
      }),
    ),
  })
}

/** Those of more than 150 tasks are laid out another way. */
const plans = fc.oneof({ arbitrary: plansOf(1, 25, 30), weight: 9 }, { arbitrary: plansOf(151, 160, 160), weight: 1 })

function overlap(a: DrawnNode, b: DrawnNode): boolean {
  return Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) * 2 < a.height + b.height
}

function countLetters(text: string): number {
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length
}

describe('a plan as a drawing', () => {
  test.prop([plans], { numRuns: 25 })('has every node once, none over another, all of it in sight', (plan) => {
    const { nodes, edges, width, height } = layOutPlan(plan)

    expect(nodes.map(({ id }) => id).toSorted()).toEqual([...plan.goals, ...plan.tasks].map(({ id }) => id).toSorted())
    expect(nodes.filter((a, index) => nodes.slice(index + 1).some((b) => overlap(a, b)))).toEqual([])
    const points = edges.flatMap((edge) => edge.points)
    expect(points.filter(({ x, y }) => x < 0 || y < 0 || x > width || y > height)).toEqual([])
  })

  test.prop([plans], { numRuns: 25 })('has a line for everything that is waited for, from left to right', (plan) => {
    const { edges } = layOutPlan(plan)

    const drawn = edges.filter(({ kind }) => kind === 'DEPENDS_ON').map(({ from, to }) => `${from} ${to}`)
    expect(drawn.toSorted()).toEqual(
      plan.tasks.flatMap(({ id, depends_on: after }) => after.map((from) => `${from} ${id}`)).toSorted(),
    )
    expect(edges.filter(({ points }) => points.some(({ x }, at) => x < (points[at - 1]?.x ?? 0)))).toEqual([])
  })

  test.prop([plansOf(151, 155, 155)], { numRuns: 3 })('has no line through a box, however large it is', (plan) => {
    const { nodes, edges } = layOutPlan(plan)

    const bends = edges.flatMap(({ points }) => points.slice(1, -1))
    const isIn = ({ x, y }: { x: number; y: number }) =>
      nodes.some((one) => Math.abs(x - one.x) <= one.width / 2 && Math.abs(y - one.y) < one.height / 2)
    expect(bends.filter(isIn)).toEqual([])
  })
})

describe('a title in a box', () => {
  test.prop([fc.string({ unit: 'grapheme', maxLength: 200 })])('takes two lines at most, none too long', (title) => {
    const lines = wrapLabel(title, 20)

    expect(lines.length).toBeLessThanOrEqual(2)
    expect(lines.filter((line) => countLetters(line) > 21)).toEqual([])
  })

  test('breaks between words, and counts a Chinese letter as two', () => {
    expect(wrapLabel('Refuse expired tokens early', 16)).toEqual(['Refuse expired', 'tokens early'])
    expect(wrapLabel('拒绝过期的令牌并说明原因', 16)).toEqual(['拒绝过期的令牌并', '说明原因'])
  })
})
