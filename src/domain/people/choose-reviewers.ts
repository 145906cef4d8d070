import { isTeam } from './reviewer-name.ts'

/** Who may be asked, and what speaks for and against them. All names are without `@`. */
export interface ReviewerChoice {
  /** Who comes first where one of them can be asked; the next group else. */
  groups: readonly (readonly string[])[]
  /** Who may not judge it: its author, where nobody may judge their own. */
  barred: readonly string[]
  away: readonly string[]
  /** Who may judge here at all; absent where that is not known. Whoever belongs to a team is GitHub's to know. */
  may?: readonly string[] | undefined
  /** Who judged a version of the same task before, and knows it. */
  before: readonly string[]
  /** Who is asked only where nobody else is left: who is at work on the task. */
  last: readonly string[]
  /** Reviews that each is asked for already in the repository. */
  open: Readonly<Record<string, number>>
  most: number
}

/** Whom to ask: of the first group in which somebody can be, who knows it already, then who has the fewest reviews open. */
export function chooseReviewers(choice: ReviewerChoice): string[] {
  const able = choice.groups.map((group) => unique(group.filter((one) => canBeAsked(choice, one))))
  const group = able.find((names) => names.some((one) => !has(choice.last, one))) ?? able.find((one) => one.length > 0)
  const rank = (one: string) => [
    has(choice.last, one) ? 1 : 0,
    has(choice.before, one) ? 0 : 1,
    choice.open[one.toLowerCase()] ?? 0,
  ]
  return (group ?? []).toSorted((a, b) => compare(rank(a), rank(b))).slice(0, choice.most)
}

export function canBeAsked(
  { barred, away, may }: Pick<ReviewerChoice, 'barred' | 'away' | 'may'>,
  name: string,
): boolean {
  return !has(barred, name) && !has(away, name) && (may === undefined || isTeam(name) || has(may, name))
}

/** GitHub tells no logins apart by case. */
function has(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase())
}

function unique(names: readonly string[]): string[] {
  return names.filter((name, at) => !has(names.slice(0, at), name))
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((one, at) => one - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}
