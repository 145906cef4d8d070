/** Whether another try may come out otherwise: a patch gives the same bytes each time, and what people do they push. */
export function isRepeatable(executor: string): boolean {
  return executor !== 'human' && executor !== 'patch' && !executor.startsWith('@')
}
