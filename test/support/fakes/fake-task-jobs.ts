import type {
  HandedBack,
  TaskJob,
  TaskJobOrder,
  TaskJobPlace,
  TaskJobs,
} from '../../../src/application/ports/forge/task-jobs.ts'

/** Jobs of tasks as a test says that they are. */
export class FakeTaskJobs implements TaskJobs {
  readonly defaults = { executors: ['patch'], workflow: 'countersign-task.yml' }
  readonly ordered: { place: TaskJobPlace; order: TaskJobOrder }[] = []
  readonly cancelled: TaskJobPlace[] = []
  job: TaskJob | undefined
  back: HandedBack | string | undefined

  find(): Promise<TaskJob | undefined> {
    return Promise.resolve(this.job)
  }

  order(place: TaskJobPlace, order: TaskJobOrder): Promise<TaskJob | undefined> {
    this.ordered.push({ place, order })
    return Promise.resolve(this.job)
  }

  fetchResult(): Promise<HandedBack | string | undefined> {
    return Promise.resolve(this.back)
  }

  cancel(place: TaskJobPlace): Promise<void> {
    this.cancelled.push(place)
    return Promise.resolve()
  }
}
