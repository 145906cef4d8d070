import pc from 'picocolors'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import type { Setting } from '../../domain/configuration/describe-settings.ts'
import { getKey } from '../../domain/text/find-schema-faults.ts'
import { renderTextTable } from './parts/text-table.ts'
import { plain } from './parts/plain.ts'
import { wrapColumns } from './parts/wrap-columns.ts'
import type { Terminal } from './plan-text.ts'

/** A key of the configuration: what it is by default, what holds, what may stand there. */
export interface ExplainedSetting extends Omit<Setting, 'required'> {
  default: unknown
  holds: unknown
}

/** The keys in their order; `_extends` and `$schema`, which configure nothing, are left out. */
export function explainConfiguration(
  settings: readonly Setting[],
  defaults: Configuration,
  configured: Configuration,
): ExplainedSetting[] {
  return settings
    .filter(({ name }) => !/^[_$]/.test(name))
    .map(({ name, allowed, description }) => ({
      name,
      default: findAt(defaults, name) ?? null,
      holds: findAt(configured, name) ?? null,
      allowed,
      description,
    }))
}

function findAt(value: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((part, key) => getKey(part, key), value)
}

/** A line each, or with `whole` all that is known of each. */
export function renderExplained(settings: readonly ExplainedSetting[], whole: boolean, terminal: Terminal): string {
  const colours = pc.createColors(terminal.colours)
  if (!whole) {
    const rows = settings.map(({ name, holds, default: usual }) => [
      { text: name, colour: colours.bold },
      { text: isSame(holds, usual) ? '' : renderSetting(holds), colour: colours.yellow },
      { text: renderSetting(usual) },
    ])
    const table = renderTextTable(['key', 'holds', 'default'], rows, terminal.width)
    if (table !== undefined) return table
  }
  return settings.map((setting) => renderWhole(setting, terminal, colours)).join('\n')
}

function renderWhole(
  { name, holds, default: usual, allowed, description }: ExplainedSetting,
  { width }: Terminal,
  colours: ReturnType<typeof pc.createColors>,
): string {
  const held = isSame(holds, usual) ? 'default' : `default ${renderSetting(usual)}`
  const facts = [description.replaceAll('`', ''), `Takes: ${allowed.replaceAll('`', '')}`]
  const lines = facts.flatMap((fact) => wrapColumns(fact, Math.max(20, width - 2)).map((line) => `  ${line}`))
  return `${[`${colours.bold(name)} = ${renderSetting(holds)}  ${colours.dim(`(${held})`)}`, ...lines].join('\n')}\n`
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function renderSetting(value: unknown): string {
  if (value === null) return 'not set'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : plain(value.map(String).join(', '), 120)
  return plain(typeof value === 'string' ? value : JSON.stringify(value), 120)
}
