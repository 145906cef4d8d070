import { CountersignFault } from '../../application/fault.ts'

/** What an error says, with what to do where it knows that. */
export function explainFailure(error: unknown): string {
  if (error instanceof CountersignFault && error.details !== '') return `${error.message}: ${error.details}`
  return error instanceof Error ? error.message : String(error)
}
