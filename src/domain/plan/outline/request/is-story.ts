/** What its author did or saw. */
export function isStory(text: string): boolean {
  return (
    /^(?:(?:yesterday|today|then|so|and|but|because|after that),? )?(?:(?:i|we) (?:\w+ly )?(?:\w+ed|was|were|had|have|am|went|did|got|saw|took|found|made|ran|use|looked|think)|i['’]|took me|my|(?:used|tried|installed|noticed|upgraded|bought|switched|downloaded) (?!(?:to|by|in|for|as)\b))\b/i.test(
      text,
    ) &&
    !/\b(?:need|want|wish|would|should|must|expect|propose|suggest|like|(?:we|you) could (?:also |maybe )?(?:add|allow|have|provide|show|support|offer))\b/i.test(
      text,
    )
  )
}
