import { assembleBundle } from '../../domain/bundle/assemble-bundle.ts'
import { renderManifest } from '../../domain/bundle/manifest.ts'
import { bundleDir } from '../../domain/paths/solution-paths.ts'
import type { Dossier, ReleaseCheck } from '../../views/dashboard/dossier.ts'
import { sha256Of } from '../bundle/hashes.ts'
import type { BranchTexts } from '../ports/state/branch-texts.ts'

/**
 * Whether the newest release is what the record gives now: the same state gives the same manifest, byte for byte, so its
 * hash tells of every file, version and verdict. Undefined where nothing was released.
 */
export async function checkReleased(
  texts: BranchTexts,
  { record, plan, execution, earlier }: Dossier,
): Promise<ReleaseCheck | undefined> {
  const released = record.exports.at(-1)?.manifest_sha256
  if (released === undefined) return undefined
  const isReleased = (text: string) => sha256Of(text) === released
  if (plan !== null && execution !== null) {
    for (const includeSupporting of [true, false]) {
      const choices = { includeCandidates: false, partial: true, includeSupporting }
      const decided = assembleBundle({ record, plan, execution, ...choices })
      if (decided.kind === 'bundle' && isReleased(renderManifest(decided.manifest))) return 'stands'
    }
  }
  const plans = [...(plan === null ? [] : [plan]), ...earlier.map((one) => one.plan)]
  const bundles = await texts.readMany(plans.map(({ id }) => `${bundleDir(id)}/manifest.json`))
  return [...bundles.values()].some(isReleased) ? 'superseded' : 'not told'
}
