import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { renderName } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'

/** That the workflow branch was put back, and which commit it left behind. `was`: null where the branch was gone. */
export function renderHoldLifted(moved: { at: string; was: string | null }, by: string, links: Links): string {
  const commit = (sha: string) => linkTo(inlineCode(sha.slice(0, 7)), links.commit(sha))
  const before = moved.was === null ? 'it was gone' : `it was at ${commit(moved.was)}, which is left behind`
  return `▶️ **No longer on hold:** ${renderName(shorten(by, 60))} had \`countersign/workflow\` put back to ${commit(moved.at)}; ${before}.\n\nThe work goes on from there. What happened meanwhile is taken up with the next look at the repository, within minutes.`
}
