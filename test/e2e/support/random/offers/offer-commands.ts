import { type Offer, type Scene, listTasks, say, type TaskView } from '../scene.ts'

/** What people write in the issue. */
export function offerCommands(scene: Scene): Offer[] {
  const { record } = scene.state
  const tell = (
    weight: number,
    text: string,
    more: Partial<Offer> = {},
    role: 'maintainer' | 'writer' = 'maintainer',
  ) => ({
    text: `${role}: ${text}`,
    weight,
    act: () => say(scene, role, text),
    ...more,
  })
  const anyTime = [
    tell(1, 'Is there news?'),
    tell(0.5, '/status'),
    tell(0.3, '/list'),
    tell(0.3, '/help'),
    tell(0.5, '/doctor'),
    tell(0.5, '/doctor fix'),
    tell(0.5, '/plan'),
    tell(1, '/replan Take more care'),
    tell(0.5, '/answer Any file will do'),
    { ...tell(0.5, '/stop I may not'), text: 'reader: /stop', act: () => say(scene, 'reader', '/stop') },
  ]
  if (record === undefined) return [tell(20, '/plan')]
  switch (record.phase) {
    case 'registered':
    case 'drafting':
    case 'awaiting_input':
      return [...anyTime, tell(10, '/plan')]
    case 'proposed':
    case 'stopped':
      return [...anyTime, ...offerApprovals(scene, record.phase === 'proposed' ? 30 : 12), tell(1.5, '/plan')]
    case 'working':
      return [
        ...anyTime,
        ...(record.paused === null
          ? [tell(2, '/pause', {}, 'writer')]
          : [tell(14, '/resume', { likely: 'run' }), tell(3, '/doctor fix')]),
        tell(0.5, '/stop'),
        tell(0.4, '/export partial'),
        ...offerTaskCommands(scene),
      ]
    case 'completed':
      return [...anyTime, tell(0.4, '/export'), tell(0.3, '/stop'), ...offerTaskCommands(scene)]
  }
}

function offerApprovals(scene: Scene, weight: number): Offer[] {
  const hash = (scene.state.record?.plan_hash ?? '').slice(0, 7)
  const one = (share: number, text: string): Offer => ({
    text: `maintainer: ${text}`,
    weight: share,
    likely: 'run',
    act: () => say(scene, 'maintainer', text),
  })
  return [one(weight, `/approve plan@${hash}`), one(weight / 4, '/approve'), one(1, '/approve plan@0000000')]
}

function offerTaskCommands(scene: Scene): Offer[] {
  return listTasks(scene).flatMap((task) => {
    const tell = (weight: number, text: string, likely?: 'run' | 'review'): Offer => {
      const role = scene.random.chance(0.7) ? 'maintainer' : 'writer'
      return {
        text: `${role}: ${text}`,
        weight,
        ...(likely === undefined ? {} : { likely }),
        act: () => say(scene, role, text),
      }
    }
    const { id } = task
    const criterion = scene.random.pick(scene.state.plan?.tasks.find((one) => one.id === id)?.acceptance_criteria ?? [])
    const split = tell(0.3, `/split ${id}`)
    const assign = (weight: number) =>
      tell(weight, `/assign ${id} ${scene.random.pick(['human', 'patch', 'shell', '@grace'])}`, 'run')
    const waive = (weight: number) => tell(weight, `/waive ${id} ${criterion.id} not now`, 'run')
    return [split, ...offerByState(task, { tell, assign, waive })]
  })
}

interface Tellers {
  tell: (weight: number, text: string, likely?: 'run' | 'review') => Offer
  assign: (weight: number) => Offer
  waive: (weight: number) => Offer
}

function offerByState({ id, action, check }: TaskView, { tell, assign, waive }: Tellers): Offer[] {
  switch (action.state) {
    case 'WAITING_EXTERNAL':
      return [
        tell(7, `/retry ${id}`, 'run'),
        assign(4),
        waive(4),
        tell(2, `/approve ${id}`),
        tell(0.5, '/retry', 'run'),
      ]
    case 'READY_TO_CHECK': {
      const judged = check.state === 'WAITING_EXTERNAL' ? 7 : 1.5
      return [
        tell(judged, `/approve ${id}`, 'run'),
        tell(judged / 2, `/reject ${id} not like this`, 'run'),
        waive(2),
        tell(1, `/retry ${id}`, 'review'),
        assign(0.5),
      ]
    }
    case 'DONE':
      return [
        tell(1.2, `/retry ${id}`, 'run'),
        tell(1.2, `/reject ${id} on second thoughts`, 'run'),
        tell(0.2, `/approve ${id}`),
      ]
    case 'PENDING':
    case 'READY':
    case 'RUNNING':
    case 'TO_BE_MODIFY':
      return [tell(0.4, `/approve ${id}`), tell(0.4, `/retry ${id}`), assign(0.8), waive(0.5)]
    case 'CANCELLED':
      return [tell(0.2, `/retry ${id}`)]
  }
}
