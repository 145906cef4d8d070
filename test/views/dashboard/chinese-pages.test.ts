import type { Element } from 'hast'
import { expect, test } from 'vitest'
import { inLanguage } from '../../../src/application/language/in-language.ts'
import { buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { branchTextsOf } from '../../support/dashboard/branch-texts-of.ts'
import { makeAllPages } from '../../support/dashboard/make-pages.ts'
import { readElements, readText } from '../../support/dashboard/read-html.ts'

const told = ['ariaLabel', 'dataName', 'placeholder', 'dataIn', 'dataOut', 'dataFit']

/** What no person and no program said: headings, heads of tables, names of facts and buttons, and what only ears hear. */
function readChrome(html: string): string[] {
  const blocks = html.match(/<(h2|h3|dt|button|label|th scope="col"|p class="(?:empty|legend)")[^>]*>[\s\S]*?<\/\w+>/g)
  const attributes = readElements(html).flatMap((one: Element) => told.map((name) => one.properties[name] ?? ''))
  return [...(blocks ?? []).map(readText), ...attributes.map(String)]
}

/** Names of fields and files, ids, and what the builders call things. */
const names = /[a-z]+_[a-z_]+|sha256|[\w-]+\.(?:md|json|ts|html)|\/\w+|countersign|\b[A-Z_]{2,}\b/g

test('nothing around what people and programs said is English on Chinese pages', async () => {
  const task = buildTask({ id: 'T1' })
  const plan = buildPlan({ tasks: [task, buildTask({ id: 'T2', depends_on: ['T1'] })] })
  const execution = buildExecution(plan, {})
  const work = { record: buildRecord({ loop_id: null, plan_hash: plan.hash }), plan, execution, loop: null }

  const pages = await inLanguage('zh-CN', () => makeAllPages(branchTextsOf([work])))

  const english = [...pages].flatMap(([path, html]) =>
    readChrome(html)
      .filter((text) => /[a-z]{3}/i.test(text.replaceAll(names, '')))
      .map((text) => `${path}: ${text}`),
  )
  expect(pages.size).toBeGreaterThan(8)
  expect([...pages.values()].every((html) => html.includes('<html lang="zh-CN">'))).toBe(true)
  expect(english).toEqual([])
})
