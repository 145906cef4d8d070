/** `I think it would be nice if …` is about it, not about who says so. */
const opinion =
  /^(?:(?:and|but|so|personally|honestly|imho|imo),? )?(?:i|we) (?:really |also )?(?:think|believe|guess|feel|suppose)\b,?(?: that| like)?\s*/i
/** `Since it can't be done, I cannot round this`, and not `I can export it`, of which it was said that it would be nice. */
const ofAuthor =
  /^(?:(?:and|but|so|then|however|unfortunately|also|since [^,]{3,120}),? )?i(?:['’](?:m|ve|ll))?\b(?! propose| suggest| (?:can|will) (?!tackle|take|try|work on|help|provide|submit|send|contribute|look into))/i
const wishVerbs =
  /\b(?:want\w*|wish\w*|need\w*|expect\w*|suggest\w*|propos\w*|request\w*|hop(?:e|ed|ing)|prefer\w*|should|shall|must|able to|(?:would|['’]d)(?: \w+)? (?:like|love|prefer|expect|want|need|be))\b/i
/** `HIP 584 should have improved it`: it has not, and that is all that is said. */
const past = /\b(?:should|could|would|must|might|ought to) have (?:been|had|\w+(?:ed|en|t))\b/i
/** A thought on the way: `One could even contemplate it`, `A library that could be used is x`. */
const musing = /^one (?:could|might|may)\b|\bcould (?:even )?(?:be used (?:is|are)|contemplate)\b/i

/** What its author did, does or offers, what should have been, and what one might think of: nobody asks that it be so. */
export function isNeverWanted(sentence: string): boolean {
  const said = sentence.replace(opinion, '')
  return past.test(said) || musing.test(said) || (ofAuthor.test(said) && !wishVerbs.test(said))
}
