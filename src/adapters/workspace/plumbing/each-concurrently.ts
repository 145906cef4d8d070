/** Does `work` for all items, so many at a time; the first failure is thrown. */
export async function eachConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const shared = items[Symbol.iterator]()
  const drain = async () => {
    for (let next = shared.next(); next.done !== true; next = shared.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: concurrency }, drain))
}
