import { isConfirmation } from '../../../src/application/attempts/showing-pace.ts'
import { type Defect, plantIn } from './plant.ts'

const loadAttempt = () => import('../../../src/application/attempts/attempt-effect.ts')

/** In what carries out what was decided, and looks for what nobody told. */
export const applicationDefects: Defect[] = [
  {
    name: 'that an effect was done is told to nobody',
    seed: 2,
    plant: plantIn(
      () => import('../../../src/application/perform/perform-effects.ts'),
      ({ performEffects }) => ({
        performEffects(ports, performance) {
          const { messages } = ports
          const deaf: typeof messages = Object.assign(Object.create(messages) as typeof messages, {
            push: (...[key, message, delayMs]: Parameters<typeof messages.push>) => {
              if (message.kind !== 'event' || !isConfirmation(message.event)) messages.push(key, message, delayMs)
            },
            peek: (key: string) => messages.peek(key),
          })
          return performEffects({ ...ports, messages: deaf }, performance)
        },
      }),
    ),
  },
  {
    name: 'a second try does not look for the first',
    seed: 27,
    plant: plantIn(loadAttempt, ({ attempt }) => ({
      attempt: (ports, performance, owed, act) =>
        attempt(ports, performance, owed, () => act(!performance.isOurs(owed.op))),
    })),
  },
  {
    name: 'what another process owed is done without a look',
    seed: 9,
    plant: plantIn(loadAttempt, ({ attempt }) => ({
      attempt: (ports, performance, owed, act) => attempt(ports, { ...performance, isOurs: () => true }, owed, act),
    })),
  },
  {
    name: 'gives up what may pass',
    seed: 44,
    plant: plantIn(loadAttempt, ({ attempt }) => ({
      async attempt(ports, performance, owed, act) {
        const body = await attempt(ports, performance, owed, act)
        if (body.kind !== 'deferred') return body
        // Not before: it brings modules with it in which others are planted.
        const { nameEffect } = await import('../../../src/domain/work/effects/effect-rules.ts')
        return { kind: 'effect_failed', op: owed.op, what: nameEffect(owed.action), why: body.why }
      },
    })),
  },
  {
    name: 'comments of another process are posted without a look',
    seed: 1,
    plant: plantIn(
      () => import('../../../src/application/perform/perform-thread-effects.ts'),
      ({ performThreadEffects }) => ({
        performThreadEffects: (ports, performance, owed) =>
          performThreadEffects(ports, { ...performance, isOurs: () => true }, owed),
      }),
    ),
  },
  {
    name: 'both posts of a verdict are not waited for',
    seed: 180,
    plant: plantIn(
      () => import('../../../src/application/perform/check-performers.ts'),
      ({ postVerdict }) => ({
        postVerdict(ports, ...order) {
          const { promise: failed, reject } = Promise.withResolvers<never>()
          const told = <A extends unknown[]>(post: (...given: A) => Promise<void>) => {
            return (...given: A) => {
              const posted = post(...given)
              posted.catch(reject)
              return posted
            }
          }
          const posts = ports.pullRequests
          const pullRequests = {
            ...posts,
            report: told((...given: Parameters<typeof posts.report>) => posts.report(...given)),
            postReview: told((...given: Parameters<typeof posts.postReview>) => posts.postReview(...given)),
          }
          return Promise.race([postVerdict({ ...ports, pullRequests }, ...order), failed])
        },
      }),
    ),
  },
  {
    name: 'a webhook that waits for the end of an outage is given up',
    seed: 6,
    plant: plantIn(
      () => import('../../../src/application/decide/handle-messages.ts'),
      ({ createMessageHandler }) => ({
        createMessageHandler: (ports, ack, ...means) =>
          createMessageHandler(
            ports,
            (message, outcome) =>
              ack?.(message, outcome.kind === 'deferred' ? { kind: 'dead', why: outcome.why } : outcome),
            ...means,
          ),
      }),
    ),
  },
  {
    name: 'who stood still sends what it was about to send',
    seed: 29,
    plant: plantIn(
      () => import('../../../src/application/fence.ts'),
      () => ({ checkFence() {} }),
    ),
  },
  {
    name: 'the reconciler does not look at comments',
    seed: 4,
    plant: plantIn(
      () => import('../../../src/application/reconcile/find-unseen.ts'),
      ({ findUnseen }) => ({
        findUnseen: (look) =>
          findUnseen({
            ...look,
            forgeReader: {
              ...look.forgeReader,
              async listChanged(...given) {
                const changed = await look.forgeReader.listChanged(...given)
                return { ...changed, comments: changed.comments.map((one) => ({ ...one, message: null })) }
              },
            },
          }),
      }),
    ),
  },
  {
    name: 'the reconciler does not look at work branches',
    seed: 46,
    plant: plantIn(
      () => import('../../../src/application/reconcile/find-branch-news.ts'),
      ({ findBranchNews }) => ({
        findBranchNews: async (look) =>
          (await findBranchNews(look)).filter((message) => 'leaf' in message && message.leaf === 'base'),
      }),
    ),
  },
]
