import { ConfigurationSchema, defaultConfiguration } from '../../src/domain/configuration/configuration.ts'
import { RecipeSchema } from '../../src/adapters/agents/acp/recipe.ts'
import { ModelFileSchema } from '../../src/entrypoints/models/model-file.ts'
import { SettingsSchema } from '../../src/entrypoints/settings/settings.ts'
import { parseSettings } from '../../src/entrypoints/settings/parse-settings.ts'
import { settingsInFiles } from '../../src/entrypoints/settings/read-environment.ts'
import { describeSettings, type Setting } from '../../src/domain/configuration/describe-settings.ts'
import { renderTable } from './markdown-table.ts'

/** `docs/configuration.md`: the repository's file and the server's environment, from their schemas. */
export function renderConfigurationPage(): string {
  const file = describeSettings(ConfigurationSchema)
  const environment = describeSettings(SettingsSchema)
  const models = describeSettings(ModelFileSchema).filter(({ name }) => !/^limits\.(?!run\.)/.test(name))
  return `# Configuration

<!-- Made by \`npm run docs\` from src/domain/configuration/configuration.ts, src/entrypoints/settings/settings.ts, src/entrypoints/models/model-file.ts and src/adapters/agents/acp/recipe.ts. Changes made here are lost. -->

There are two places: a file in each repository, for what its maintainers decide, and the environment of the server, for what its operator decides.

## The repository: \`.github/countersign.yml\`

Without the file, that of the owner's repository \`.github\` holds (\`acme/.github\`, at the same path), and without that the defaults. \`_extends\` names a repository whose file holds for what this one leaves out ([below](#one-configuration-for-many-repositories)). It is read from the default branch only, so a branch can't change the rules that it is judged by.

\`\`\`yaml
run:
  default_executor: '@ada'
  parallel: 2
review:
  reviewers: [ada, grace]
paths:
  denied: ['infra/**', package-lock.json]
roles:
  export: write
\`\`\`

A key that isn't listed below is a mistake, and so is a value of another kind. Each mistake is named with line and column in the issue's thread, once for each version of the file; until it is mended, the last good configuration that the server has read holds, else the defaults. At most 64 KB; no anchors, aliases, merge keys or tags. Editors complete and check it by its [JSON Schema](offline.md#completion-and-checks-in-your-editor).

${renderSettings(file, (name) => renderValue(findDefault(name)), 'key')}

Weights of the criteria in a review's score: blocker 3, major 2, minor 1. Roles are GitHub's: \`read\`, \`triage\`, \`write\`, \`maintain\`, \`admin\`, each including those before it. What each value of \`review.post\` means stands in [control.md](control.md#where-verdicts-are-posted). Paths that no configuration can open are listed in [security.md](security.md#paths-no-task-may-write).

### One configuration for many repositories

As with Probot's other Apps: a repository's own file goes before all others, and the file of the owner's repository \`.github\` holds only where there is none. To build on it, name it:

\`\`\`yaml
_extends: .github
run:
  parallel: 2
\`\`\`

\`_extends: policy\` means another repository of the same owner, \`_extends: policy:teams/web.yml\` another file in it, and that file may build on a third, five in all. Repositories of other owners are refused, since the file says who may give commands. Of two files the one that builds on the other holds, key by key; a list is taken whole. What \`_extends\` names must be there and be readable for the App, which for a private repository means installed there too; otherwise it is a mistake like any other. A change there is noticed within a minute. \`/config\` in an issue shows which files hold, and from which each value comes.

\`countersign config check\` tells what is wrong with a file before it is pushed, and \`countersign config explain run\` what keys mean; with \`--repo .\` also what holds in a clone (its own file: what another repository adds isn't known there).

## The server: environment

All mistakes are named together when it starts; values are never repeated, since they may be secrets. An empty variable counts as not set.

${renderSettings(environment, renderEnvironmentDefault(environment), 'variable')}

Names that people know from Probot mean the same here: \`PRIVATE_KEY_PATH\` is the path of the key, and \`GHE_HOST\` (with \`GHE_PROTOCOL\`, \`https\`) a GitHub Enterprise Server, of which \`GITHUB_API_URL\` and \`GITHUB_WEB_URL\` follow where they aren't set. What is secret may stand in a file, as Docker and Kubernetes lay it: ${settingsInFiles.map((name) => `\`${name}_FILE\``).join(', ')} each hold the path of one; set both the variable and its file, and the server doesn't start. \`--settings FILE\` reads variables from a file such as \`.env\`, before any command; those of the environment come first.

How each gets there is described in [operations.md](operations.md).

## Models: the file that \`MODELS_FILE\` names

YAML, read when the server starts; all that is wrong with it is named together. Where \`MODELS\` is set too, its models take the place of the file's. [agents.md](agents.md) has examples. What stands below \`limits.run\` (one run of one agent) may stand below \`limits.task\` (all its runs), \`limits.issue\`, \`limits.repository\` and \`limits.day\` (the whole server; both anew each day, UTC) too.

${renderTable(
  ['key', 'takes', ''],
  models.map(({ name, allowed, description }) => [`\`${name}\``, allowed, description]),
)}

## Agents: the file that \`AGENTS_FILE\` names

YAML, read when the server starts. [agents.md](agents.md#an-agent-of-your-own) has an example, and what may stand in \`{{…}}\`.

${renderTable(
  ['key below `agents.NAME`', ''],
  Object.entries(RecipeSchema.shape).map(([name, field]) => [`\`${name}\``, field.description ?? '']),
)}
`
}

function renderSettings(
  settings: readonly Setting[],
  defaultOf: (name: string, required: boolean) => string,
  title: string,
): string {
  const rows = settings.map(({ name, required, allowed, description }) => [
    `\`${name}\``,
    defaultOf(name, required),
    allowed,
    description,
  ])
  return renderTable([title, 'default', 'takes', ''], rows)
}

function findDefault(name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], defaultConfiguration)
}

function renderValue(value: unknown): string {
  if (value === undefined) return 'not set'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => renderValue(one)).join(', ')
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** Read from what the settings come to when only the required ones are given. */
function renderEnvironmentDefault(settings: readonly Setting[]): (name: string, required: boolean) => string {
  const samples: Record<string, string> = { APP_ID: '1', PRIVATE_KEY: 'PRIVATE KEY', WEBHOOK_SECRET: 'x'.repeat(16) }
  const given = Object.fromEntries(
    settings.filter((setting) => setting.required).map(({ name }) => [name, samples[name] ?? '']),
  )
  const defaults: Record<string, unknown> = parseSettings(given)
  return (name, required) => {
    if (required) return 'required'
    return defaults[name] === undefined ? 'not set' : renderValue(defaults[name])
  }
}
