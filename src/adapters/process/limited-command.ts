/** What `ulimit` sets: in kilobytes, seconds, or blocks of 512 bytes. */
export type ProcessLimits = Partial<Record<keyof typeof options, number>>

const options = { memoryKiB: 'v', cpuSeconds: 't', coreBlocks: 'c', fileBlocks: 'f' } as const

/**
 * A program and its arguments, begun within limits by a shell that it takes the place of. One `ulimit` for each: dash
 * refuses all of them where it is given two. Where the system can't set one, as none on Windows, there is none.
 */
export function limitedCommand(
  limits: ProcessLimits,
  [program, ...args]: readonly [string, ...string[]],
  platform: NodeJS.Platform = process.platform,
): [program: string, args: string[]] {
  if (platform === 'win32') return [program, args]
  const setting = Object.entries(options).flatMap(([name, option]) => {
    const limit = limits[name as keyof ProcessLimits]
    return limit === undefined ? [] : [`ulimit -${option} ${limit} 2>/dev/null`]
  })
  return ['/bin/sh', ['-c', [...setting, 'exec "$0" "$@"'].join('; '), program, ...args]]
}
