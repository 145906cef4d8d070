/**
 * Who takes over from an executor that isn't there, or did not start (configuration `run.fallback`): the first behind it in
 * the list that can work, of the whole list where it isn't in it. It only goes forward, so it ends.
 */
export function nextFallback(
  fallback: readonly string[],
  executor: string,
  canWork: (name: string) => boolean,
): string | undefined {
  const at = fallback.indexOf(executor)
  return fallback.slice(at + 1).find((name) => name !== executor && canWork(name))
}
