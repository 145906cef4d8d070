/** Executors that come with this version, by the names that plans, `/assign` and the configuration give. */
export const executorNames = ['human', 'patch', 'shell'] as const

/** A person by login, or an executor of that list. */
export function isKnownExecutor(name: string, known: readonly string[] = executorNames): boolean {
  return name.startsWith('@') || known.includes(name)
}

/** For sentences about a name that isn't among them. */
export function listExecutors(known: readonly string[] = executorNames): string {
  return `there are ${known.join(', ')}; a person is named as \`@login\``
}
