/** A copy of plain data (what JSON holds) that may be changed though the data is frozen: much faster than `structuredClone`. */
export function copyData<T>(data: T): T {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.map(copyData) as T
  return Object.fromEntries(Object.entries(data).map(([name, part]) => [name, copyData(part)])) as T
}
