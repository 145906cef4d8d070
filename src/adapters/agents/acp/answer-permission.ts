import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk'
import type { AgentWords } from '../agent-words.ts'

type Kind = RequestPermissionRequest['options'][number]['kind']

/** What nobody here may do: there is no network, and who works how is not the agent's choice. */
const refused: readonly string[] = ['fetch', 'switch_mode']
const kinds = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode']

/**
 * The answer to an agent that asks whether it may: the isolation bounds what comes of a yes. Options are chosen by their
 * kind, once before always, since their names and ids are the agent's words.
 */
export function answerPermission(asked: RequestPermissionRequest, words: AgentWords): RequestPermissionResponse {
  const kind = kinds.find((one) => one === asked.toolCall.kind) ?? 'other'
  const wished: readonly Kind[] = refused.includes(kind)
    ? ['reject_once', 'reject_always']
    : ['allow_once', 'allow_always']
  const option = wished
    .map((one) => asked.options.find((offered) => offered.kind === one))
    .find((one) => one !== undefined)
  if (option === undefined) {
    words.permit(kind, 'cancelled')
    return { outcome: { outcome: 'cancelled' } }
  }
  words.permit(kind, refused.includes(kind) ? 'rejected' : 'allowed')
  return { outcome: { outcome: 'selected', optionId: option.optionId } }
}
