import { z } from 'zod'
import type { ModelQuestion } from '../../../application/ports/models/language-model.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import { renderDataBlock } from '../prompts/data-block.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'

/** Behind every role's own instructions. */
const rules = loadPrompt('answer-once')

/** Of one block no more is told; who asks chooses what is worth it before. */
const maxBlockLength = 400_000

export interface RenderedQuestion {
  instructions: string
  data: string
  /** Of the files that the instructions were made of. */
  promptSha256: string
}

/** Instructions of ours first, then what others wrote, each in a block that ends only at `mark`. */
export function renderQuestion(
  { prompt, schema, data, repository }: Pick<ModelQuestion<unknown>, 'prompt' | 'schema' | 'data' | 'repository'>,
  mark: string,
): RenderedQuestion {
  const places: Readonly<Record<string, string>> = {
    mark,
    schema: JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    tools:
      repository === undefined
        ? 'You have no tools.'
        : `You have tools that list, read and search the files of the repository at commit ${repository.commit}. Nothing can be changed or run. Look before you claim something about the code, and stop looking once you know enough.`,
  }
  const told = rules.text.replaceAll(/\{\{(\w+)\}\}/g, (whole, place: string) => places[place] ?? whole)
  return {
    instructions: `${prompt.text.trim()}\n\n${told.trim()}`,
    data: data.map((block) => renderDataBlock(block, mark, maxBlockLength)).join('\n\n'),
    promptSha256: sha256Hex(`${prompt.text}\0${rules.text}`),
  }
}
