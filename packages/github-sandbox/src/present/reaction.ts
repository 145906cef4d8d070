import { nodeId } from '../world/node-id.ts'
import type { Reaction } from '../world/world.ts'
import type { PresentContext } from './present-context.ts'
import { presentLogin } from './accounts/user.ts'

/** Schema `reaction`. */
export function presentReaction(context: PresentContext, reaction: Reaction) {
  return {
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: presentLogin(context, reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt,
  }
}

/** Schema `reaction-rollup`; `url` is that of the thing reacted to. */
export function presentReactionRollup(url: string, reactions: Reaction[]) {
  const count = (content: Reaction['content']) => reactions.filter((one) => one.content === content).length

  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    '+1': count('+1'),
    '-1': count('-1'),
    laugh: count('laugh'),
    hooray: count('hooray'),
    confused: count('confused'),
    heart: count('heart'),
    rocket: count('rocket'),
    eyes: count('eyes'),
  }
}
