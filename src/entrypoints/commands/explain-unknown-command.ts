import { commandUsages } from '../../domain/commands/command-usage.ts'

/** Who types a command of the thread in a terminal is told where it goes; undefined for other words. */
export function explainUnknownCommand(word: string): string | undefined {
  const named = commandUsages.find(({ name }) => name === word.replace(/^\//, '').toLowerCase())
  if (named === undefined) return undefined
  const more =
    named.name === 'export' ? ' What it released is proven by "countersign verify"; an Action can export too.' : ''
  return `${named.name} is a comment in the issue: ${named.usage}. ${named.does}${more}`
}
