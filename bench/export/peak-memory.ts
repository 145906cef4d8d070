import { readFile } from 'node:fs/promises'

/**
 * For `NODE_OPTIONS`: the process writes the most memory that it held into a file when it ends. What the system's own
 * count says is at least what its parent held when it was started, so Linux is asked for that of the process alone.
 */
export function toldPeak(path: string): string {
  const code = `import{readFileSync,writeFileSync}from"node:fs";
const own=()=>{try{return/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))?.[1]}catch{}};
process.on("exit",()=>writeFileSync(${JSON.stringify(path)},own()??String(process.resourceUsage().maxRSS)))`
  return `--import=data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
}

/** Whole MiB. */
export async function readPeak(path: string): Promise<number> {
  return Math.round(Number(await readFile(path, 'utf8')) / 1024)
}
