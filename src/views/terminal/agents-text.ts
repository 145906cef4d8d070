import pc from 'picocolors'
import type { AgentReport, AgentsReport, PackageCacheReport } from '../../domain/records/agents-report.ts'
import type { Colours, Terminal } from './plan-text.ts'
import { plain } from './parts/plain.ts'
import { renderTextTable, type TextCell } from './parts/text-table.ts'
import { wrapColumns } from './parts/wrap-columns.ts'

const isolations: Readonly<Record<AgentReport['isolated'], string>> = {
  yes: 'yes',
  no: 'no, where run.isolation is none',
  refused: 'can’t be',
}

/** `countersign agents`: a line for each agent, and what is to be done. */
export function renderAgentsText(report: AgentsReport, { colours: isColoured, width }: Terminal): string {
  const colours = pc.createColors(isColoured)
  const heads = ['agent', 'works', 'version', 'model', 'mode', 'isolated', 'where, or what it lacks']
  const rows = report.agents.map((agent) => describeRow(agent, colours))
  const told =
    renderTextTable(heads, rows, width) ?? report.agents.map((agent) => renderLines(agent, width, colours)).join('')
  const below = [...report.package_caches.map(describeCache), describeWay(report)]
  return `${told}${below.flatMap((text) => wrapColumns(text, Math.max(20, width))).join('\n')}\n`
}

function describeRow(agent: AgentReport, colours: Colours): TextCell[] {
  const works = agent.lacks.length === 0
  return [
    { text: plain(agent.name, 40), colour: colours.bold },
    { text: works ? '✓ yes' : '✗ no', colour: works ? colours.green : colours.red },
    { text: describeAgentVersion(agent) },
    { text: plain(agent.model ?? '', 200) },
    { text: agent.protocol === 'tools' ? 'our tools' : plain(agent.mode ?? 'its own', 60) },
    { text: isolations[agent.isolated] },
    { text: works ? plain(describeWhere(agent), 500) : plain(agent.lacks.join('; '), 1000) },
  ]
}

function describeAgentVersion({ file, version }: AgentReport): string {
  if (version !== null) return plain(version, 60)
  return file === null ? '' : 'unknown'
}

/** Of a package the folder that it was installed into. */
function describeWhere({ file, protocol, isolated }: AgentReport): string {
  if (protocol === 'tools') return isolated === 'refused' ? 'comes along; can run no command here' : 'comes along'
  return (file ?? '').split('/node_modules/', 1)[0] ?? ''
}

/** Where the terminal is too narrow for a table. */
function renderLines(agent: AgentReport, width: number, colours: Colours): string {
  const [name, works, version, model, mode, isolated, where] = describeRow(agent, colours)
  const facts = [
    version?.text === '' ? '' : `version ${version?.text}`,
    model?.text === '' ? '' : `model ${model?.text}`,
    `mode ${mode?.text}`,
    `isolated: ${isolated?.text}`,
  ]
  const below = [facts.filter((fact) => fact !== '').join(', '), where?.text ?? '']
  const lines = below.flatMap((text) => wrapColumns(text, Math.max(20, width - 4)).map((line) => `    ${line}`))
  return [`${name?.colour?.(name.text)} ${works?.colour?.(works.text)}`, ...lines].map((line) => `${line}\n`).join('')
}

function describeCache({ tool, path, shown }: PackageCacheReport): string {
  const where = plain(path, 300)
  return shown.length === 0
    ? `PACKAGE_CACHES names ${tool}, but there are no packages of it in ${where}.`
    : `Packages of ${tool} in ${where} may be read by what runs in isolation.`
}

function describeWay({ agents }: AgentsReport): string {
  const [first] = agents.filter(({ lacks }) => lacks.length === 0)
  if (first !== undefined)
    return `A task is given to one with "executor: ${first.name}" in a plan, "/assign T1 ${first.name}" in the issue, or run.default_executor in .github/countersign.yml.`
  return 'None can work here, and plans, commands and people do all work. Set MODELS and a key or an address of a provider, and "model" can; "bash scripts/install-agents.sh codex" installs an agent beside it. docs/agents.md has a page for each.'
}
