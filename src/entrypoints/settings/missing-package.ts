import { isCheckout } from './called-as.ts'

/** Whether loading something failed because that package isn't installed: servers go without some. */
export function isPackageMissing(error: unknown, name: string): boolean {
  return error instanceof Error && error.message.includes(`Cannot find package '${name}'`)
}

/** What a command comes to that needs a package which small servers leave out: where it is missing, 2 and what brings it. */
export async function needing(
  name: string,
  { command, io }: { command: string; io: { stderr: (text: string) => void } },
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!isPackageMissing(error, name)) throw error
    const brings = isCheckout
      ? 'run "npm ci" without --omit=optional, which brings it'
      : `put ${name} beside this one ("npm install ${name}")`
    io.stderr(`countersign ${command}: ${name} is not installed here; ${brings}\n`)
    return 2
  }
}
