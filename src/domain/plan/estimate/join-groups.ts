/** Items that share a label, directly or by way of others, in one group; groups and items in their order. */
export function joinGroups<T>(items: readonly T[], labelsOf: (item: T) => readonly string[]): T[][] {
  const above = Int32Array.from(items.keys())
  const find = (index: number): number => {
    let top = index
    while (above[top] !== top) {
      const higher = above[top] ?? top
      above[top] = above[higher] ?? higher
      top = higher
    }
    return top
  }
  const first = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    for (const label of labelsOf(item)) {
      const known = first.get(label)
      if (known === undefined) first.set(label, index)
      else {
        const [a, b] = [find(known), find(index)]
        above[Math.max(a, b)] = Math.min(a, b)
      }
    }
  }
  const groups = new Map<number, T[]>()
  for (const [index, item] of items.entries()) {
    const top = find(index)
    const group = groups.get(top)
    if (group === undefined) groups.set(top, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

/** Neighbours put together into `most` groups at most, of about the same weight; of two items or more, two groups at least. */
export function packNeighbours<T>(items: readonly T[], most: number, weightOf: (item: T) => number): T[][] {
  if (items.length <= most) return items.map((item) => [item])
  const total = items.reduce((sum, item) => sum + weightOf(item), 0)
  const groups: T[][] = []
  let before = 0
  let last = -1
  for (const item of items) {
    const weight = weightOf(item)
    const group = Math.floor(((before + weight / 2) / total) * most)
    if (group === last) groups.at(-1)?.push(item)
    else groups.push([item])
    last = group
    before += weight
  }
  return groups
}
