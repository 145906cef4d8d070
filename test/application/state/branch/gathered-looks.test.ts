import { expect, test } from 'vitest'
import { GatheredLooks } from '../../../../src/application/state/branch/gathered-looks.ts'
import { TextBatch } from '../../../../src/application/state/branch/text-batch.ts'
import { currentTrace, traced } from '../../../../src/application/trace.ts'

test('who asks while a look is under way is answered by the next one, together with the others', async () => {
  const asked: number[][] = []
  const looks = new GatheredLooks((numbers) => {
    asked.push([...numbers])
    return Promise.resolve(asked.length)
  })

  const answers = await Promise.all([1, 2, 3, 2].map((number) => looks.ask(number)))

  expect(asked).toEqual([[1], [2, 3]])
  expect(answers).toEqual([1, 2, 2, 2])
  expect(await looks.ask(1)).toBe(3)
})

test('a hundred go in several looks, and a look that fails is told to those who asked for it', async () => {
  const asked: number[] = []
  const looks = new GatheredLooks((numbers) => {
    asked.push(numbers.length)
    return asked.length === 2 ? Promise.reject(new Error('away')) : Promise.resolve('there')
  })

  const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => looks.ask(index)))

  expect(asked).toEqual([1, 40, 40, 19])
  expect(answers.filter((one) => one.status === 'rejected')).toHaveLength(40)
})

test('files that are asked for in the same moment are one read, and each is read once', async () => {
  const read: string[][] = []
  const texts = new Map<string, string | null>([['known', 'x']])
  const batch = new TextBatch(texts, (paths) => {
    read.push([...paths])
    return Promise.resolve(new Map(paths.map((path) => [path, null])))
  })

  await Promise.all([batch.load(['a', 'known']), batch.load(['a', 'b']), batch.load([])])
  await batch.load(['b', 'c'])

  expect(read).toEqual([['a', 'b'], ['c']])
  expect([...texts.keys()]).toEqual(['known', 'a', 'b', 'c'])
})

test('a read that failed is asked again', async () => {
  let fails = true
  const batch = new TextBatch(new Map(), () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(new Map())))

  await expect(batch.load(['a'])).rejects.toThrow('away')
  fails = false

  await expect(batch.load(['a'])).resolves.toBeUndefined()
})

test('a look is nobody’s own: who is told to end doesn’t end it for others, and nobody’s time goes by in it', async () => {
  const asked: unknown[] = []
  const looks = new GatheredLooks(() => {
    asked.push(currentTrace())
    return Promise.resolve('there')
  })
  const waits: string[] = []
  const patience = {
    signal: AbortSignal.abort(),
    wait: () => () => {},
    pause: () => {
      waits.push('stands')
      return () => void waits.push('goes on')
    },
  }

  await traced({ issue: 'octo/widgets#7', patience }, () => looks.ask(1))

  expect(asked).toEqual([{ issue: 'octo/widgets#7', patience: undefined }])
  expect(waits).toEqual(['stands', 'goes on'])
})
