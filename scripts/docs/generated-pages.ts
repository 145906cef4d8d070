import { readFile } from 'node:fs/promises'
import { publishedSchemas } from '../schemas/published-schemas.ts'
import { renderJsonSchema } from '../schemas/render-json-schema.ts'
import { renderActionFile, renderActionPage } from './render-action-file.ts'
import { renderCommandsPage } from './render-commands-page.ts'
import { renderConfigurationPage } from './render-configuration-page.ts'
import { renderFaultsPage } from './render-faults-page.ts'
import { renderGatePage } from './render-gate-page.ts'
import { renderTrustedRoot } from './render-trusted-root.ts'
import { renderIssueFormsPage } from './render-issue-forms-page.ts'

const root = new URL('../../', import.meta.url)

export interface GeneratedPage {
  /** Path in the repository. */
  path: string
  file: URL
  text: string
}

/** The pages under docs/ and the JSON Schemas under schemas/ that are made from the code, as they should be. */
export function renderGeneratedPages(): GeneratedPage[] {
  const pages: Record<string, string> = {
    'action.yml': renderActionFile(),
    'docs/action-reference.md': renderActionPage(),
    'docs/commands.md': renderCommandsPage(),
    'docs/configuration.md': renderConfigurationPage(),
    'docs/faults.md': renderFaultsPage(),
    'docs/gate.md': renderGatePage(),
    'docs/issue-forms.md': renderIssueFormsPage(),
    'src/adapters/attestation/public-trusted-root.ts': renderTrustedRoot(),
  }
  for (const schema of publishedSchemas) pages[`schemas/${schema.name}.schema.json`] = renderJsonSchema(schema)
  return Object.entries(pages).map(([path, text]) => ({ path, file: new URL(path, root), text }))
}

/** Paths of those that stand otherwise in the repository. */
export async function findStalePages(): Promise<string[]> {
  const pages = renderGeneratedPages()
  const texts = await Promise.all(pages.map(({ file }) => readFile(file, 'utf8').catch(() => null)))
  return pages.filter(({ text }, index) => texts[index] !== text).map(({ path }) => path)
}
