import { recordText } from '../../domain/language/message.ts'
import { roleAtLeast, type Role } from '../../domain/configuration/sections/roles.ts'
import type { Reply } from '../../domain/effects/reply.ts'
import { renderReply } from '../../views/replies/reply.ts'
import { chooseLanguage } from '../../domain/configuration/choose-language.ts'
import { inLanguage } from '../language/in-language.ts'
import { explain, explainToPeople } from '../attempts/attempt-effect.ts'
import { explainObstacle, showWayOn } from '../../domain/rules/explain-obstacle.ts'
import { findObstacle } from '../attempts/name-obstacle.ts'
import { CountersignFault } from '../fault.ts'
import { mayPass } from '../outage.ts'
import type { MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { postAnswer } from './post-answer.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { readCommands } from './interpret/read-commands.ts'
import type { Sender, Message } from '../ports/queues/message.ts'

/** State can't be read, so neither can the configured roles: this one gets an answer then. */
const toldRole: Role = 'triage'

/**
 * Messages that were given up: where a person with a role asked for something, the thread says that it was not done, why,
 * and the way on. Nobody else gets an answer, so that a hold can't be used to make the bot talk.
 */
export async function announceFault(
  ports: ViewPorts & Pick<MachinePorts, 'thread' | 'people' | 'log'>,
  repository: RepositoryRef,
  messages: readonly Message[],
  error: unknown,
): Promise<void> {
  try {
    for (const message of messages) {
      if (!isWish(message)) continue
      const role = await findRole(ports, repository, message.sender)
      if (!roleAtLeast(role, toldRole)) continue
      const reply = replyOf(error)
      const issue = 'issue' in message ? message.issue : null
      // Neither the configuration nor the record can be asked.
      await inLanguage(chooseLanguage('auto', issue), () =>
        postAnswer(ports, repository, message, (links) => renderReply(reply, { record: null, links })),
      )
      return
    }
  } catch (second) {
    ports.log('error', 'the fault could not be told', { why: explain(second) })
  }
}

type Wish = Extract<Message, { kind: 'commented' | 'labelled' | 'reviewed' | 'pushed' | 'retry_pressed' }>

function isWish(message: Message): message is Wish {
  switch (message.kind) {
    case 'commented': {
      const where = message.leaf === null ? 'issue' : 'pull_request'
      return readCommands(message.comment.body, where).commands.length > 0
    }
    case 'labelled':
      // Which label starts the work stands in the configuration; this much names us.
      return message.label.toLowerCase().startsWith('countersign')
    case 'reviewed':
    case 'pushed':
    case 'retry_pressed':
      return true
    case 'labelled_pull':
    case 'review_dismissed':
    case 'pull_closed':
    case 'pull_ready':
    case 'pull_seen':
    case 'merge_queued':
    case 'branch_deleted':
    case 'ci':
    case 'issue_edited':
    case 'issue_left':
    case 'issue_reopened':
    case 'event':
    case 'show_due':
    case 'hold_lifted':
      return false
  }
}

async function findRole(
  ports: Pick<MachinePorts, 'people'>,
  repository: RepositoryRef,
  sender: Sender,
): Promise<Role | null> {
  return sender.isBot ? null : ports.people.findRole(repository, sender.login, sender.id)
}

const repairState = recordText(
  'Nothing was changed, and nothing of this goes on until it can be read. Where a newer version of the App wrote it, run that one; otherwise move the branch `countersign/workflow` back to the commit before',
)

/** What GitHub refused for good it refuses again. */
function explainNext(error: unknown): string {
  return mayPass(error)
    ? recordText('Nothing was changed; ask for it again')
    : recordText('Nothing was changed, and asking again comes to the same until that is mended')
}

function replyOf(error: unknown): Reply {
  if (error instanceof CountersignFault && error.code === 'on_hold')
    return { kind: 'on_hold', why: `${error.message}. ${error.details}`, commit: null }
  if (error instanceof CountersignFault && error.code === 'state_corrupt')
    return {
      kind: 'work_failed',
      what: recordText('The recorded state can’t be read'),
      why: explainToPeople(error),
      next: repairState,
    }
  const obstacle = findObstacle(error)
  return {
    kind: 'work_failed',
    what: recordText('What was asked for here could not be recorded'),
    why: obstacle === null ? explainToPeople(error) : explainObstacle(obstacle),
    next:
      obstacle === null
        ? explainNext(error)
        : recordText('To go on, {way}. It is tried again for three days, so nothing has to be said once more', {
            way: showWayOn(obstacle),
          }),
  }
}
