import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { destination } from 'pino'
import { createLanguageModel } from '../../../adapters/agents/model/create-language-model.ts'
import { createModelSkillAdviser } from '../../../adapters/agents/tuner/create-model-skill-adviser.ts'
import type { SkillOpinion } from '../../../domain/tuning/opinion/skill-opinion.ts'
import type { TuningRun } from '../../../domain/tuning/orchestrate/tuning-run.ts'
import { openModels } from '../../models/open-models.ts'
import { readModelOptions } from '../../models/read-model-options.ts'
import { createRedactor } from '../../redaction/create-redactor.ts'
import { createLog } from '../../settings/create-log.ts'
import { parseModelSettings } from '../../settings/parse-settings.ts'
import type { CommandIo } from '../verify.ts'

type AdvisedHere = { kind: 'read'; opinion: SkillOpinion } | { kind: 'refused'; why: string }

/** As the configuration of a repository has it where it says nothing. */
const usual = { contextTokens: 24_000, maxTurns: 30, timeoutMs: 10 * 60_000 }

/** What a model of this machine adds to what rules found; calls are counted, and limited, in DATA_DIR as those of a server. */
export async function adviseByModel(
  { sources, state }: TuningRun,
  model: string | true,
  { env }: Pick<CommandIo, 'env'>,
): Promise<AdvisedHere> {
  const settings = parseModelSettings(env)
  const options = await readModelOptions(settings, env)
  if (options === null)
    return { kind: 'refused', why: '--model wants a model, and none is set up: MODELS names one (docs/agents.md)' }
  const dataDir = resolve(settings.DATA_DIR)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const redact = createRedactor(options.providers.flatMap(({ key }) => key ?? []))
  const gateway = openModels(options, dataDir, env, createLog('warn', redact, destination(2)))
  try {
    const language = createLanguageModel(gateway)
    const name = model === true ? null : model
    const lack = language.findLack(name)
    if (lack !== undefined) return { kind: 'refused', why: `the model ${lack}` }
    const { opinion } = await createModelSkillAdviser(language).read({
      ...usual,
      files: sources,
      complaint: state.user_issue_description,
      known: state.issues,
      commit: '(files on disk)',
      owner: { runId: 'tune', repository: 'local/tune', issue: 0 },
      model: name,
      signal: new AbortController().signal,
    })
    return { kind: 'read', opinion }
  } finally {
    await gateway.close()
  }
}
