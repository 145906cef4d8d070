/** What comes of it for somebody, once it is so: `This would allow users to share them.` */
const benefit =
  /^(?:then|(?:that|this|in this|in that) way),? (?:\S+ ){1,3}(?:can|could|would|will)\b|^(?:this|that|it|which) (?:would|will|could|can) (?:also )?(?:be (?:\w+ ){0,3}(?:life ?saver|benefit|help|improvement|game ?changer|advantage|(?:step|addition|feature|thing)(?= (?:along|towards?|in the|to)\b| for\b(?!.*\bto [a-z])|[.!]|$))\b|make (?:the |my |our |it |this )?.{0,60}\b(?:easier|better|simpler|faster|nicer|more \w+)\b|allow|let|help|enable|streamline|simplify|speed up|increase|bring|lead to|eliminate|avoid|open up|make it (?:easier|possible|simpler)|give|save|improve|reduce)\b/i

/** It says what is gained by it, and nothing that could be looked at. */
export function tellsBenefit(sentence: string): boolean {
  return benefit.test(sentence)
}

/** `Maybe out of this scope, a way to edit them`. */
export function isBeyond(sentence: string): boolean {
  return /^(?:(?:maybe|perhaps|probably|possibly) )?(?:this is |it is )?(?:out of|beyond) (?:this |the )?scope\b/i.test(
    sentence,
  )
}

const ofToday =
  /^(?:sometimes|often|right now|today|now),? |\bcurrent(?:ly)?\b|\b(?:is|are|now) (?:now|are|is|vulnerable|wrong|outdated|broken)\b/i

/** How it is, and not how it should be. */
export function isOfToday(sentence: string): boolean {
  return ofToday.test(sentence)
}
