import type { MemoryTables } from '../../../src/adapters/queue/memory-tables.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { type Defect, type Plant, plantIn } from './plant.ts'

const loadIntake = () => import('../../../src/entrypoints/intake/intake.ts')

/** In what takes webhooks, keeps them, and hands out what is to be done. */
export const queueDefects: Defect[] = [
  {
    name: 'a webhook is acknowledged before it is stored',
    seed: 1,
    plant: plantIn(loadIntake, ({ createIntake }) => ({
      createIntake: (options) =>
        createIntake({
          ...options,
          store(delivery) {
            options.store(delivery).catch(() => {})
            return Promise.resolve('stored')
          },
        }),
    })),
  },
  {
    name: 'a webhook that could not be stored is acknowledged',
    seed: 1,
    plant: plantIn(loadIntake, ({ createIntake }) => ({
      createIntake: (options) =>
        createIntake({ ...options, store: (delivery) => options.store(delivery).catch(() => 'stored') }),
    })),
  },
  {
    name: 'a delivery is not known by its id',
    seed: 1,
    plant: plantInQueues(({ inbox }, tables) => {
      const store = inbox.store.bind(inbox)
      let again = 0
      inbox.store = (delivery) => {
        tables.known.delete(`id:${delivery.id}`)
        again += 1
        return store({ ...delivery, bodyKey: `${delivery.bodyKey}${again}` })
      }
    }),
  },
  {
    name: 'a replayed body is not known',
    seed: 8,
    plant: plantInQueues(({ inbox }, { known }) => {
      const store = inbox.store.bind(inbox)
      inbox.store = (delivery) => {
        known.delete(`body:${delivery.bodyKey}`)
        return store(delivery)
      }
    }),
  },
  {
    name: 'the lease of a partition never ends',
    seed: 1,
    plant: plantIn(
      () => import('../../../src/adapters/queue/memory-inbox.ts'),
      ({ MemoryInbox }) => ({
        MemoryInbox: class extends MemoryInbox {
          constructor(...[view, onFault]: ConstructorParameters<typeof MemoryInbox>) {
            super({ ...view, leaseMs: Infinity }, onFault)
          }
        },
      }),
    ),
  },
  {
    name: 'a partition that somebody works in is handed out',
    seed: 21,
    plant: plantInQueues(({ inbox }, tables) => {
      const claim = inbox.claim.bind(inbox)
      inbox.claim = (full) => {
        for (const [name, one] of tables.partitions) tables.setPartition(name, { ...one, heldUntilMs: -Infinity })
        return claim(full)
      }
    }),
  },
  {
    name: 'a run is begun again while it is live',
    seed: 4,
    plant: plantInQueues(({ runs }, tables) => {
      const add = runs.add.bind(runs)
      runs.add = (orders) => {
        for (const { id } of orders) tables.dropRun(id)
        return add(orders)
      }
    }),
  },
  {
    name: 'a run is taken that somebody else has',
    seed: 3,
    plant: plantInQueues(({ runs }, tables) => {
      const take = runs.take.bind(runs)
      runs.take = (...given) => {
        for (const run of tables.runs.values()) tables.setRun({ ...run, heldUntilMs: -Infinity })
        return take(...given)
      }
    }),
  },
]

/** A mistake in the queues in memory, whose tables all processes share. */
function plantInQueues(change: (queues: Queues, tables: MemoryTables) => void): Plant {
  return plantIn(
    () => import('../../../src/adapters/queue/memory-queues.ts'),
    ({ createMemoryQueues }) => ({
      createMemoryQueues(options) {
        const queues = createMemoryQueues(options)
        if (options.view?.tables === undefined) throw new Error('these queues share no tables')
        change(queues, options.view.tables)
        return queues
      },
    }),
  )
}
