import { renderRefusal, type RenderedRefusal } from './render-refusal.ts'

type Listing = 'chat' | 'messages' | 'gemini'

/** The models that may be used, as each dialect lists them; one of them where a name is asked for. */
export function listModels(dialect: Listing, names: readonly string[], asked: string | null): RenderedRefusal {
  if (asked !== null && !names.includes(asked))
    return renderRefusal(dialect, {
      kind: 'not_found',
      message: `there is no model ${asked}; there are ${names.join(', ')}`,
    })
  const value = asked === null ? renderAll(dialect, names) : renderOne(dialect, asked)
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

function renderAll(dialect: Listing, names: readonly string[]): object {
  const data = names.map((name) => renderOne(dialect, name))
  switch (dialect) {
    case 'chat':
      return { object: 'list', data }
    case 'messages':
      return { data, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null }
    case 'gemini':
      return { models: data }
  }
}

function renderOne(dialect: Listing, name: string): object {
  switch (dialect) {
    case 'chat':
      return { id: name, object: 'model', created: 0, owned_by: 'countersign' }
    case 'messages':
      return { type: 'model', id: name, display_name: name, created_at: '1970-01-01T00:00:00Z' }
    case 'gemini':
      return {
        name: `models/${name}`,
        displayName: name,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      }
  }
}
