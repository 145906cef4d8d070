import { genericWords, outcomeWords } from '../../score/criterion-words.ts'

/** Words that stand in statements and hardly in headings. */
const ofStatements =
  /\b(?:is|are|was|were|has|had|have|does|do|did|can|will|says?|said|gets?|got|gives?|gave|causes?|uses?|takes?|makes?|goes|went|when|if|whenever|although|instead|because)\b/i
const foreign = /[^\p{ASCII}‘’“”…–—]/u

/** Something is told to be so or to happen: `The dropdown closes on click`, not `Meeting notes`. Other languages are not judged. */
export function tellsState(text: string): boolean {
  if (foreign.test(text)) return true
  if (ofStatements.test(text)) return true
  return wordsOf(text).some((word) => /(?:s|ed)$/.test(word) && outcomeWords.has(word))
}

/** A verb that only statements have, whatever else: `Citations are shown as question marks`. */
export function statesPlainly(text: string): boolean {
  return ofStatements.test(text)
}

const noVerbs =
  /^(?:\w+(?:ing|s|ed)|[a-z]|in|on|at|of|to|by|for|from|with|without|within|under|over|into|onto|about|after|before|behind|between|during|like|near|not|only|since|through|upon|until|when|if|while|once|unless|because|although|and|or|but|what|which|who|how|why|where|both|all|half|such|quite|even|just|than|as)$/i

/** `Test that login fails with a wrong password`, `Reproduce crashes`: what somebody is to do, of whatever is wrong. */
const checks =
  /^(?:please )?(?:(?:test|verify|check|confirm|ensure|assert|prove|document|explain|warn|make sure) (?:that|if|whether|when)|(?:identify|determine|reproduce|investigate|understand|diagnose|collect|gather|find|ensure|verify|confirm) \w|(?:search|look|scan|check|go|walk|iterate|loop) (?:for|through|over|at|all|every)\b)/i

/** `Don't wipe out the history`. */
const forbids = /^(?:please )?(?:do not|don['’]?t|never|stop) [a-z]{2,}/i

/** An order, whatever its verb: right behind it stands what it is for (`Bypass the …`, `Investigate a …`). */
export function isOrder(text: string): boolean {
  if (checks.test(text) || forbids.test(text)) return true
  const verb =
    /^(?:please )?([a-z]+) (?:the|an?|this|these|those|our|all|any|both|every|each|why|how|whether|which|what|where)\s/i.exec(
      text,
    )?.[1]
  return verb !== undefined && !noVerbs.test(verb)
}

/** Both name the same thing. */
export function sharesWords(one: string, other: string): boolean {
  if (foreign.test(one) || foreign.test(other)) return true
  const named = new Set(wordsOf(other).map((word) => stem(word)))
  return wordsOf(one).some((word) => word.length > 2 && !genericWords.has(word) && named.has(stem(word)))
}

/** All that the other names, it names as well. */
export function coversWords(one: string, other: string): boolean {
  const named = new Set(wordsOf(one).map((word) => stem(word)))
  const telling = wordsOf(other).filter((word) => word.length > 2 && !genericWords.has(word))
  return telling.length > 0 && telling.every((word) => named.has(stem(word)))
}

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, 1_000)
      .toLowerCase()
      .match(/[a-z\d_]+/g) ?? []
  )
}

function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s|e)$/, '')
}
