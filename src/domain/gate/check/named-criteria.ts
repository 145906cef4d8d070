const idPattern = /\b(?:AC[- ]?(\d+)|UNDOES-(T\d+(?:\.\d+)*))\b/gi
const clauseEnd = /[;\n!?,。；，！？]|\.(?=\s|$)|\bbut\b|\bwhile\b/i
const listed = /(\b(?:AC[- ]?\d+|UNDOES-T[\d.]+))\s*(?:,|;|&|\/|\band\b|、|，)+\s*(?:and\s+)?(?=AC|UNDOES-)/gi
const good = /\b(?:fine|ok(?:ay)?|good|great|holds?|pass(?:es|ed)?|lgtm|correct|right|done|works?)\b|[✓✅👍]/iu
const bad =
  /\b(?:not|no|never|isn['’]t|doesn['’]t|don['’]t|can['’]t|cannot|without|fail(?:s|ed)?|wrong|missing|broken)\b/i

const none = /\b(?:no|nothing|any) (?:problems?|issues?|objections?|complaints?|wrong)\b/gi

/** What a remark says of the criteria that it names: `plain` goes by what the remark is, a rejection or an approval. */
export type Tone = 'good' | 'bad' | 'plain'

/** Criteria that a person's remark names, each with what the clause around it says; the last clause counts. */
export function readNamedCriteria(text: string): Map<string, Tone> {
  const named = new Map<string, Tone>()
  for (const clause of text.replace(listed, '$1 ').split(clauseEnd)) {
    const plainly = clause.replace(none, 'fine')
    const tone = bad.test(plainly) ? 'bad' : good.test(plainly) ? 'good' : 'plain'
    for (const [, number, task] of clause.matchAll(idPattern))
      named.set(number === undefined ? `UNDOES-${(task ?? '').toUpperCase()}` : `AC-${Number(number)}`, tone)
  }
  return named
}
