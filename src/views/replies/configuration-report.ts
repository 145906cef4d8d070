import { translate } from '../language/translate.ts'
import { t } from '../language/t.ts'
import {
  type ConfigurationPlace,
  configurationPath,
  isSamePlace,
  ownersRepository,
  renderConfigurationPlace,
} from '../../domain/configuration/configuration-file.ts'
import {
  type ConfigurationReport,
  type ConfiguredValue,
  listConfiguredValues,
} from '../../domain/configuration/layer-configurations.ts'
import { block, commentLimit, fitBlocks } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTableHead, renderTableRow } from '../markdown/table.ts'
import { code, replyLine } from '../text/reply-words.ts'

const maxValue = 300

/** `/config`: the files that hold, strongest first, what they say, and from which of them each value comes. */
export function renderConfigurationReport({ layers, faults }: ConfigurationReport, own: string, links: Links): string {
  const owner = own.slice(0, own.indexOf('/'))
  const warning =
    faults === null
      ? []
      : [
          block(`⚠️ **${t("{path} can't be used as it is:", { path: code(faults.path) })}**\n`),
          ...faults.faults.map((fault) => block(`- ${replyLine(translate(fault), 500)}`, '')),
          block(`\n${t('Until it is fixed on the default branch, what is below holds.')}\n`, ''),
        ]
  if (layers.length === 0) {
    const none = t(
      'Everything here is default: there is no {path} on the default branch, and none that I may read in {repository}, which holds for all repositories of {owner} without one.',
      {
        path: code(configurationPath),
        repository: code(`${owner}/${ownersRepository}`),
        owner: code(owner),
      },
    )
    return fitBlocks(
      [...warning, block(faults === null ? none : t('Everything here is default.'), '')],
      commentLimit,
      `\n${t('More was left out here.')}`,
    )
  }
  const places = layers.map(({ place }) => place)
  const values = listConfiguredValues(layers)
  const rows = values.map((one) => block(renderTableRow(renderConfigured(one, places)), ''))
  const keys = linkTo(t('every key'), links.docs('configuration.md'))
  return fitBlocks(
    [
      ...warning,
      block(renderPlaces(places, own, links), ''),
      ...(rows.length === 0 ? [] : [block(`\n${renderTableHead(listColumns())}`, ''), ...rows]),
      block(
        `\n${t(
          rows.length === 0
            ? 'No key is set: all is default ({keys}). Of two files the upper one holds, key by key; a list is taken whole.'
            : 'All else is default ({keys}). Of two files the upper one holds, key by key; a list is taken whole.',
          { keys },
        )}`,
      ),
    ],
    commentLimit,
    `\n${t('More was left out here.')}`,
  )
}

function listColumns(): { head: string }[] {
  return [{ head: t('key') }, { head: t('holds') }, { head: t('from') }]
}

function renderPlaces(places: readonly ConfigurationPlace[], own: string, links: Links): string {
  const lines = places.map(
    (place, at) =>
      `${at + 1}. ${linkTo(inlineCode(shorten(renderConfigurationPlace(place, own), 200)), links.file(place.repository, place.path))}`,
  )
  return `**${t('Configuration:')}**\n\n${lines.join('\n')}`
}

function renderConfigured({ key, value, place }: ConfiguredValue, places: readonly ConfigurationPlace[]): string[] {
  const at = places.findIndex((one) => isSamePlace(one, place)) + 1
  return [inlineCode(key), inlineCode(shorten(JSON.stringify(value), maxValue)), String(at)]
}
