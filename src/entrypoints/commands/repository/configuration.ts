import { openLocalFiles } from '../../../adapters/git/local-files.ts'
import {
  type Configuration,
  ConfigurationSchema,
  defaultConfiguration,
} from '../../../domain/configuration/configuration.ts'
import { configurationPath } from '../../../domain/configuration/configuration-file.ts'
import { describeSettings } from '../../../domain/configuration/describe-settings.ts'
import { parseConfiguration } from '../../../domain/configuration/parse-configuration.ts'
import { findNear } from '../../../domain/text/find-unknown-keys.ts'
import { explainConfiguration, renderExplained } from '../../../views/terminal/configuration-text.ts'
import { type TextInputOptions, readTextInput } from '../read/read-text-input.ts'
import type { Terminal } from '../../../views/terminal/plan-text.ts'

interface ConfigIo {
  stdout: (text: string) => void
  stderr: (text: string) => void
  stdin: TextInputOptions['stdin']
  env: Record<string, string | undefined>
  terminal: Terminal
}

const maxBytes = 64 * 1024

/** `countersign config check`: exit code 0 when the file holds, 1 when it has faults, 2 when it can't be read. */
export async function runConfigCheck(
  { file, json }: { file: string; json?: boolean | undefined },
  io: ConfigIo,
): Promise<number> {
  const name = file === '-' ? 'standard input' : file
  const read = await readTextInput(file, { maxBytes, stdin: io.stdin })
  // An empty file is all defaults.
  const text = read.ok ? read.text : read.why.endsWith('is empty') ? '' : undefined
  if (text === undefined) {
    io.stderr(`countersign config check: ${read.ok ? '' : read.why}\n`)
    return 2
  }
  const parsed = parseConfiguration(text)
  const faults = parsed.ok ? [] : parsed.faults
  const extended = parsed.ok ? parsed.configuration._extends : undefined
  if (json === true) io.stdout(`${JSON.stringify({ ok: parsed.ok, faults, extends: extended ?? null }, null, 2)}\n`)
  else if (!parsed.ok) io.stdout(`${faults.map((fault) => `${name}: ${fault}`).join('\n')}\n`)
  else
    io.stdout(
      `${name} holds.${extended === undefined ? '' : ` Whether ${extended} is there is not looked at; /config in an issue tells.`}\n`,
    )
  return parsed.ok ? 0 : 1
}

/** `countersign config explain`: what each key means, takes, and is; exit code 1 for a key there is none of, 2 where it can't be read. */
export async function runConfigExplain(
  { key, repo, json }: { key?: string | undefined; repo?: string | undefined; json?: boolean | undefined },
  io: ConfigIo,
): Promise<number> {
  const configured = await readConfigured(repo, io)
  if (configured === undefined) return 2
  const all = explainConfiguration(describeSettings(ConfigurationSchema), defaultConfiguration, configured)
  const wanted = key === undefined ? all : all.filter(({ name }) => name === key || name.startsWith(`${key}.`))
  if (wanted.length === 0) {
    const near = findNear(key ?? '', [
      ...all.map(({ name }) => name),
      ...all.map(({ name }) => name.split('.')[0] ?? ''),
    ])
    io.stderr(
      `countersign config explain: there is no key ${key}${near === null ? '.' : `; did you mean ${near}?`} Without a key, all are listed.\n`,
    )
    return 1
  }
  io.stdout(
    json === true ? `${JSON.stringify(wanted, null, 2)}\n` : renderExplained(wanted, key !== undefined, io.terminal),
  )
  return 0
}

async function readConfigured(repo: string | undefined, io: ConfigIo): Promise<Configuration | undefined> {
  if (repo === undefined) return defaultConfiguration
  const refuse = (why: string): undefined => io.stderr(`countersign config explain: ${why}\n`) as undefined
  try {
    const text = await (await openLocalFiles(repo, io.env)).readText(configurationPath)
    const parsed = parseConfiguration(text ?? '')
    if (parsed.ok) return parsed.configuration
    return refuse(`${configurationPath} is faulty:\n${parsed.faults.map((fault) => `  ${fault}`).join('\n')}`)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}
