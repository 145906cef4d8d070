import { configurationPath } from '../../../domain/configuration/configuration-file.ts'
import { openStage, type Stage } from '../stage.ts'
import { configuration, proseIssue } from './files.ts'
import { startScriptedModel } from './scripted-model.ts'
import { answer, models } from './what-models-say.ts'

/** The stage with a provider that is a script; models and keys of whoever runs it are left alone. */
export async function openAgentsStage(env: Record<string, string | undefined>): Promise<Stage> {
  const model = await startScriptedModel(answer)
  const scripted = {
    PATH: env['PATH'],
    HOME: env['HOME'],
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: 'none-is-asked-for',
    MODELS: Object.values(models).join(','),
  }
  const stage = await openStage(scripted, { issue: proseIssue, files: { [configurationPath]: configuration } })
  return { ...stage, close: async () => model[Symbol.asyncDispose]() }
}
