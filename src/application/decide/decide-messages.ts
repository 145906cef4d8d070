import { defaultConfiguration } from '../../domain/configuration/configuration.ts'
import type { Work } from '../../domain/records/work.ts'
import { newArtifactFiles } from '../state/commit-files.ts'
import { CountersignFault } from '../fault.ts'
import { neverFenced, fenced } from '../fence.ts'
import { type FoldPorts, foldMessages } from './fold-messages.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { People } from '../ports/forge/people.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { LoadedWork, StateCommit } from '../ports/state/state-store.ts'
import { sealVerdicts } from '../state/seal-verdicts.ts'
import type { Message } from '../ports/queues/message.ts'
import type { ThreadAnswer } from '../attempts/answer.ts'
import { inSpan } from '../spans.ts'
import { tracedPart } from '../trace.ts'

/** Say that something owed was done: the least of what a commit may hold. */
const confirmations: ReadonlySet<string> = new Set(['effect done', 'comment shown'])
/** Each time somebody else changed this very issue first, or its session was full by then. */
const maxTries = 12

export interface Decided {
  loaded: LoadedWork
  work: Work
  /** Answers for issues that aren't registered: given at once, owed by nobody. */
  answers: ThreadAnswer[]
  /** Messages that came before what they are about; nothing was decided of them. */
  early: readonly Message[]
}

/**
 * Folds all waiting messages of an issue into one decision and one commit. When the branch moved in between, everything
 * is decided anew on the new state, a bounded number of times.
 */
export async function decideMessages(
  ports: FoldPorts & Pick<MachinePorts, 'store' | 'wait'>,
  repository: RepositoryRef,
  issueNumber: number,
  messages: readonly Message[],
): Promise<Decided> {
  const asking = { ...ports, people: rememberRoles(ports.people) }
  for (const message of messages) askEarly(asking.people, message)
  let how: 'cached' | 'fresh' = 'cached'
  for (let tries = 1; tries <= maxTries; tries += 1) {
    // After a conflict the store knows the newer head or has forgotten the old one.
    const loaded = await ports.store.read(repository, issueNumber, how)
    const folded = await foldMessages(asking, repository, messages, loaded)
    how = folded.work === loaded.work && folded.isDoubtful && !loaded.fresh ? 'fresh' : 'cached'
    if (how === 'fresh') continue
    const { answers, early } = folded
    if (folded.work === loaded.work) return { loaded, work: loaded.work, answers, early }
    const sealed = sealVerdicts(folded.work)
    const versions = await newArtifactFiles(ports, repository, loaded.work, sealed.work)
    const files = [...sealed.files, ...versions, ...folded.files]
    const record = sealed.work.record
    const op = `${record?.id}/c${record?.next_op}`
    const commit: StateCommit = {
      next: sealed.work,
      op,
      headline: folded.what.find((what) => !confirmations.has(what)) ?? 'confirm what was done',
      lines: folded.what,
      files,
    }
    // A commit onto a head that is no longer the newest is refused anyway, and it may hold other issues' states.
    const span = { name: 'commit', attributes: { 'countersign.op': op } }
    const write = () => inSpan(span, () => ports.store.write(repository, loaded, commit))
    const written = await fenced(neverFenced, () => tracedPart({ op }, write))
    if (written === 'written') return { loaded, work: sealed.work, answers, early }
    await ports.wait(Math.min(20 * tries, 500))
  }
  throw new CountersignFault(
    'state_busy',
    `the workflow branch of ${repository.key} kept moving`,
    `${maxTries} tries for issue ${issueNumber}; the events stay and are tried again`,
  )
}

/** Whoever means to command something is looked up while the state is read: one round trip less until they see an answer. */
function askEarly(people: People, message: Message): void {
  const commands =
    (message.kind === 'labelled' && message.label === defaultConfiguration.label) ||
    (message.kind === 'commented' && /^ {0,3}\//m.test(message.comment.body))
  if (!commands || message.sender.isBot) return
  // Whoever needs the role asks again and gets the same answer, or the same fault.
  people.findRole(message.repository, message.sender.login, message.sender.id).catch(() => undefined)
}

/** One look at each person for a decision, however often it is made anew. */
function rememberRoles(people: People): People {
  const roles = new Map<string, ReturnType<People['findRole']>>()
  const ofLogins = new Map<string, ReturnType<People['findRoleOfLogin']>>()
  return {
    ...people,
    findRole(repository, login, id) {
      const role = roles.get(`${login} ${id}`) ?? people.findRole(repository, login, id)
      roles.set(`${login} ${id}`, role)
      return role
    },
    findRoleOfLogin(repository, login) {
      const role = ofLogins.get(login) ?? people.findRoleOfLogin(repository, login)
      ofLogins.set(login, role)
      return role
    },
  }
}
