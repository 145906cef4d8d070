import { readFile } from 'node:fs/promises'

/** For `NODE_OPTIONS`: the process writes the most memory that it held into a file when it ends. */
export function toldPeak(path: string): string {
  const code = `import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(${JSON.stringify(path)},String(process.resourceUsage().maxRSS)))`
  return `--import=data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
}

/** Whole MiB. */
export async function readPeak(path: string): Promise<number> {
  return Math.round(Number(await readFile(path, 'utf8')) / 1024)
}
