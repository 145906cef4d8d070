import { Gauge, type Registry } from 'prom-client'

/** How long GitHub has not answered this process. `nowMs`, as `findSinceMs`: milliseconds. */
export function createOutageMetric(
  register: Registry,
  findSinceMs: () => number | undefined,
  nowMs: () => number,
): Gauge {
  return new Gauge({
    name: 'countersign_github_outage_seconds',
    help: 'How long GitHub has answered none of the requests; 0 while it does.',
    registers: [register],
    collect() {
      const since = findSinceMs()
      this.set(since === undefined ? 0 : (nowMs() - since) / 1000)
    },
  })
}
