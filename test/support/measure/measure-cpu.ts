/** Milliseconds that a work takes of this thread's processor: what else the machine does at the time does not count. */
export function measureCpu(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
