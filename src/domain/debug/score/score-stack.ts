import { recordText } from '../../language/message.ts'
import type { Hunk } from '../read/parse-change.ts'
import type { ScoreReason, FailureContext, RunContext } from './score-context.ts'
import { innermost } from './locate-hunk.ts'

/** Nearest frame first, each one less. */
export function scoreStack(hunk: Hunk, { failure }: FailureContext, { blocks }: RunContext): ScoreReason[] {
  let best: ScoreReason | undefined
  for (const [depth, { path, line }] of failure.frames.entries()) {
    if (path !== hunk.path) continue
    const fade = 0.85 ** depth
    const isOn = line >= hunk.from && line <= hunk.to
    const around = innermost((blocks.get(path) ?? []).filter(({ from, to }) => from <= line && to >= line))
    const isAround = around !== undefined && around.from <= hunk.to && around.to >= hunk.from
    const at = `${path}:${line}`
    const reason = isOn
      ? { points: 5 * fade, text: recordText('the changed line is on the stack, at {at}', { at }) }
      : isAround
        ? {
            points: 3 * fade,
            text: recordText('it is in {name}, which is on the stack at {at}', { name: around.name, at }),
          }
        : { points: 0.6 * fade, text: recordText('its file is on the stack, at {at}', { at }) }
    if (best === undefined || reason.points > best.points) best = reason
  }
  return best === undefined ? [] : [best]
}
