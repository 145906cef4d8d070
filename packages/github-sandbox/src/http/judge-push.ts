import { gunzipSync } from 'node:zlib'
import type { Actor } from '../handler/route.ts'
import { refuseByRules } from '../rules/judge-update.ts'
import { RuleRefusal } from '../rules/rule-refusal.ts'
import { zeroSha } from '../world/ref-change.ts'
import type { Repository } from '../world/world.ts'
import type { Gateway } from './gateway.ts'

interface PushedRef {
  before: string
  after: string
  ref: string
}

/**
 * What rules have against a push, as git shows it; and the request with a body that can still be read. What is pushed is
 * not there yet, so that of its commits only the newest is known, by name.
 */
export async function judgePush(
  { internals }: Pick<Gateway, 'internals'>,
  request: Request,
  { actor, repo }: { actor: Actor; repo: Repository },
): Promise<{ declined: string | undefined; request: Request }> {
  if (repo.rulesets === undefined) return { declined: undefined, request }
  const bytes = Buffer.from(await request.arrayBuffer())
  const whole = new Request(request.url, { method: request.method, headers: request.headers, body: bytes })
  const isPacked = request.headers.get('content-encoding') === 'gzip'
  const valueOf = (sha: string) => (sha === zeroSha ? undefined : sha)
  const context = internals.createContext(actor, {}, 'none')
  for (const { ref, before, after } of readPushedRefs(isPacked ? gunzipSync(bytes) : bytes)) {
    try {
      await refuseByRules(context, repo, { ref, before: valueOf(before), after: valueOf(after) })
    } catch (error) {
      if (!(error instanceof RuleRefusal)) throw error
      return { declined: renderDecline(ref, error), request: whole }
    }
  }
  return { declined: undefined, request: whole }
}

/** The commands before the pack, in lines that begin with their length. */
function readPushedRefs(bytes: Buffer): PushedRef[] {
  const refs: PushedRef[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16)
    if (!(length > 4)) break
    const [line = ''] = bytes.toString('utf8', at + 4, at + length).split('\0')
    const [before, after, ref] = line.trimEnd().split(' ')
    if (before !== undefined && after !== undefined && ref !== undefined) refs.push({ before, after, ref })
    at += length
  }
  return refs
}

function renderDecline(ref: string, { message, isClassic }: RuleRefusal): string {
  if (isClassic) return `error: GH006: Protected branch update failed for ${ref}.\n\n- ${message}\n`
  const words = message.split('\n\n').slice(1).join('\n\n').trim()
  return `error: GH013: Repository rule violations found for ${ref}.\n\n- ${words.replaceAll('\n\n', '\n\n- ')}\n`
}
