import { type JobOrder, JobOrderSchema } from '../../domain/jobs/job-order.ts'
import { holdsSignature } from './signing-key.ts'

/** Nothing else that is signed begins so: a signature of an order is none of a manifest or a commit. */
const signedText = (payload: string) => `countersign-order\n${payload}`

/** The order as it stands in a workflow's inputs: whoever has the public key can tell that nothing of it was changed. */
export function sealOrder(order: JobOrder, sign: (text: string) => string): string {
  const payload = Buffer.from(JSON.stringify(order)).toString('base64url')
  return `${payload}.${sign(signedText(payload))}`
}

/** The order, if one of these keys sealed it; undefined for anything else. */
export function openOrder(sealed: string, publicKeys: readonly string[]): JobOrder | undefined {
  const [payload = '', signature = '', ...more] = sealed.split('.')
  if (more.length > 0 || !/^[\w-]{1,20000}$/.test(payload)) return undefined
  if (!publicKeys.some((key) => holdsSignature(key, signedText(payload), signature))) return undefined
  const parsed = JobOrderSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  return parsed.success ? parsed.data : undefined
}
