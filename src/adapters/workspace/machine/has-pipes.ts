/**
 * False for a process that could not be started for want of file handles: in spite of its type it has no pipes then, and
 * an `error` is all that is ever told of it. Where nobody listens, that ends this process.
 */
export function hasPipes({ stdout, stderr }: { stdout: unknown; stderr: unknown }): boolean {
  return stdout != null && stderr != null
}
