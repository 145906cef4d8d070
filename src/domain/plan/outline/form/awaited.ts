import { recordText } from '../../../language/message.ts'
import { listLines } from '../words/lists/list-lines.ts'
import type { OutlineNode } from '../read/parse-outline.ts'

const issue = String.raw`(?:https?:\/\/[^\s<>()]{1,200}\/(?:issues|pull)\/\d{1,9}|(?:[\w.-]{1,60}\/[\w.-]{1,100})?#\d{1,9}|GH-\d{1,9})`
const waits = String.raw`(?:depend(?:s|ing|ent)? (?:up)?on|blocked (?:by|on)|wait(?:s|ing)? (?:for|on)|requires|needs|prerequisites?|依赖于?|前置(?:任务)?|等待)`
const stated = new RegExp(
  `(?<![\\w-])${waits}(?: ?: ?| )(?:the |issues? |pull requests? |prs? ){0,2}(\\[?${issue}.{0,300})`,
  'i',
)
const title = new RegExp(
  `^\\W*(?:blocked by|blockers?|depends on|dependenc(?:y|ies)|prerequisites?|waits? for|依赖|前置(?:任务)?)\\W*$`,
  'i',
)
const each = new RegExp(issue, 'gi')
const most = 8

/** Issues that must be done first by the words of this one: `Depends on #12`, and what stands below *Blocked by*. */
function findAwaited(nodes: readonly OutlineNode[]): { lines: number[]; issues: string[] } {
  let isBelow = false
  const lines: number[] = []
  const issues = new Set<string>()
  for (const node of nodes) {
    if (node.kind === 'fence') continue
    if (node.kind === 'heading' || title.test(node.text)) {
      isBelow = title.test(node.text)
      continue
    }
    const text = node.text.slice(0, 500).replaceAll('*', '')
    const named = (isBelow ? text : (stated.exec(text)?.[1] ?? '')).match(each) ?? []
    if (named.length === 0 || /^\W*(?:none|n\/a|nothing)\b/i.test(text)) continue
    lines.push(node.line)
    for (const one of named) issues.add(one)
  }
  return { lines, issues: [...issues] }
}

/** What a plan says of them: nothing here waits by itself. */
export function noteAwaited(nodes: readonly OutlineNode[]): string[] {
  const { lines, issues } = findAwaited(nodes)
  if (issues.length === 0) return []
  const shown = issues.slice(0, most).join(', ')
  const told = {
    lines: listLines(lines, true),
    issues:
      issues.length > most ? recordText('{items} and {n} more', { items: shown, n: issues.length - most }) : shown,
  }
  const isOne = issues.length === 1
  if (lines.length === 1)
    return [
      isOne
        ? recordText(
            '{lines} says that this waits for {issues}. Nothing here waits by itself: approve the plan once that is done.',
            told,
          )
        : recordText(
            '{lines} says that this waits for {issues}. Nothing here waits by itself: approve the plan once those are done.',
            told,
          ),
    ]
  return [
    isOne
      ? recordText(
          '{lines} say that this waits for {issues}. Nothing here waits by itself: approve the plan once that is done.',
          told,
        )
      : recordText(
          '{lines} say that this waits for {issues}. Nothing here waits by itself: approve the plan once those are done.',
          told,
        ),
  ]
}
