import { CountersignFault } from '../../application/fault.ts'
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

/** Loads what small servers leave out; where one of `names` is missing, throws `configuration_invalid` with what asked for it and what brings it. */
export async function loadOptional<T>(names: readonly string[], askedBy: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!names.some((name) => isPackageMissing(error, name))) throw error
    const brings = isCheckout
      ? 'run "npm ci" without --omit=optional'
      : `run "npm install ${names.join(' ')}" beside it`
    throw new CountersignFault('configuration_invalid', `${askedBy} asks for packages that are not installed`, brings)
  }
}
