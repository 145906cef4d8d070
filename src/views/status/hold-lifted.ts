import { t } from '../language/t.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { renderName } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'

/** That the workflow branch was put back, and which commit it left behind. `was`: null where the branch was gone. */
export function renderHoldLifted(moved: { at: string; was: string | null }, by: string, links: Links): string {
  const commit = (sha: string) => linkTo(inlineCode(sha.slice(0, 7)), links.commit(sha))
  const told = { who: renderName(shorten(by, 60)), at: commit(moved.at) }
  const lead =
    moved.was === null
      ? t('**No longer on hold:** {who} had `countersign/workflow` put back to {at}; it was gone.', told)
      : t(
          '**No longer on hold:** {who} had `countersign/workflow` put back to {at}; it was at {was}, which is left behind.',
          { ...told, was: commit(moved.was) },
        )
  return `▶️ ${lead}\n\n${t('The work goes on from there. What happened meanwhile is taken up with the next look at the repository, within minutes.')}`
}
