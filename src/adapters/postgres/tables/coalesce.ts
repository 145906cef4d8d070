interface Waiting<In, Out> {
  item: In
  resolve: (value: Out) => void
  reject: (error: unknown) => void
}

export interface CoalesceLimits<In> {
  /** The first call waits that long for others. */
  windowMs: number
  maxItems: number
  sizeOf: (item: In) => number
  maxSize: number
  /** One unless told. */
  actsAtOnce?: number
}

/** Turns an act on many into one on a single item: calls within a few milliseconds share one act, and those that come while acts are under way the next. */
export function coalesce<In, Out>(
  act: (items: In[]) => Promise<Out[]>,
  limits: CoalesceLimits<In>,
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = []
  let busy = 0
  let isStarting = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch(waiting, limits)
      try {
        const results = await act(batch.map(({ item }) => item))
        for (const [index, one] of batch.entries()) {
          const result = results[index]
          if (result === undefined) one.reject(new Error('no result'))
          else one.resolve(result)
        }
      } catch (error) {
        for (const one of batch) one.reject(error)
      }
    }
    busy -= 1
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy >= (limits.actsAtOnce ?? 1) || isStarting) return
      busy += 1
      isStarting = true
      setTimeout(() => {
        isStarting = false
        void run()
      }, limits.windowMs)
    })
}

function takeBatch<In, Out>(waiting: Waiting<In, Out>[], limits: CoalesceLimits<In>): Waiting<In, Out>[] {
  let size = 0
  let count = 0
  for (const { item } of waiting) {
    size += limits.sizeOf(item)
    if (count > 0 && (size > limits.maxSize || count === limits.maxItems)) break
    count += 1
  }
  return waiting.splice(0, count)
}
