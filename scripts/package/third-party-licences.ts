import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const PackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
})

export interface ThirdParty {
  name: string
  version: string
  /** As the package names it (SPDX). */
  license: string
  /** Whatever it asks to be passed on: licence and notice. */
  texts: string[]
  author: string
}

/** The packages that these modules are of, by name and version. */
export function listThirdParties(moduleIds: readonly string[]): ThirdParty[] {
  const folders = new Set(moduleIds.flatMap((id) => findPackageFolder(id) ?? []))
  const parties = [...folders].map(readThirdParty)
  const byName = new Map(parties.map((one) => [`${one.name}@${one.version}`, one]))
  return [...byName.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** Their licences as a text; the same text once, for all packages that have it. Empty where there are none. */
export function renderLicences(parties: readonly ThirdParty[]): string {
  // One text says all of this licence; of others each has its own copyright.
  const apache = parties.find(({ license, texts }) => license === 'Apache-2.0' && texts.length > 0)
  const textsOf = ({ license, texts }: ThirdParty) =>
    (texts.length === 0 && license === apache?.license ? apache : { texts }).texts
  const groups = Map.groupBy(parties, (one) => textsOf(one).join('\n') || `It came without a text. By ${one.author}.`)
  const parts = [...groups].map(([text, group]) => {
    const names = group.map(({ name, version, license }) => `${name} ${version} (${license})`)
    return `${names.join('\n')}\n\n${text}\n`
  })
  const line = `\n${'-'.repeat(40)}\n\n`
  return parts.length === 0 ? '' : `In this build is code of others, under these licences:\n${line}${parts.join(line)}`
}

/** The same as a comment behind the code, since who passes the file on passes on what is in it. */
export function renderLicenceComment(moduleIds: readonly string[]): string {
  return `/*\n${renderLicences(listThirdParties(moduleIds)).replaceAll('*/', '* /')}*/`
}

function findPackageFolder(moduleId: string): string | undefined {
  // What a bundler adds of its own has a mark in front.
  return /^(?!\0)(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replaceAll('\\', '/'))?.[1]
}

function readThirdParty(folder: string): ThirdParty {
  const { name, version, license, author } = PackageSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(file))
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim())
  return { name, version, license, texts, author: author ?? `who contributed to ${name}` }
}
