import { WindowLimit } from './window-limit.ts'

/** GitHub's limits beside the hourly ones (design 4.2). */
export interface RequestLimits {
  concurrent: number
  restPointsPerMinute: number
  graphqlPointsPerMinute: number
  createdPerMinute: number
  createdPerHour: number
}

export const githubLimits: RequestLimits = {
  concurrent: 100,
  restPointsPerMinute: 900,
  graphqlPointsPerMinute: 2000,
  createdPerMinute: 80,
  createdPerHour: 500,
}

/** On the way some requests catch up with others, so that GitHub may see more in its minute than was sent in ours. */
const usedPart = 0.9
const minuteMs = 60_000
const hourMs = 3_600_000

/** One process's part of the limits, where several work for the same installations. */
export function shareLimits(limits: RequestLimits, processes: number): RequestLimits {
  const share = (limit: number) => Math.max(1, Math.floor((limit * usedPart) / processes))
  return {
    concurrent: share(limits.concurrent),
    restPointsPerMinute: share(limits.restPointsPerMinute),
    graphqlPointsPerMinute: share(limits.graphqlPointsPerMinute),
    createdPerMinute: share(limits.createdPerMinute),
    createdPerHour: share(limits.createdPerHour),
  }
}

export function createWindowLimits(limits: RequestLimits): WindowLimit[] {
  return [
    new WindowLimit('rest_points_minute', limits.restPointsPerMinute, minuteMs, ({ cost }) =>
      cost.resource === 'core' ? cost.points : 0,
    ),
    new WindowLimit('graphql_points_minute', limits.graphqlPointsPerMinute, minuteMs, ({ cost }) =>
      cost.resource === 'graphql' ? cost.points : 0,
    ),
    new WindowLimit('created_minute', limits.createdPerMinute, minuteMs, ({ cost }) => cost.creates),
    new WindowLimit('created_hour', limits.createdPerHour, hourMs, ({ cost }) => cost.creates),
  ]
}
