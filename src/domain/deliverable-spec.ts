import { z } from 'zod'

/** What a task delivers (spec 003 §3.1). Its path is `output_dir` + `filename`, the same in the repository and under the version's root. */
export const DeliverableSpecSchema = z.strictObject({
  format: z.string().min(1),
  filename: z.string().min(1),
  /** '' or a path that ends in '/'. */
  output_dir: z.string().regex(/^$|\/$/, 'must be empty or end in "/"'),
  single_file: z.boolean(),
  bundle_mode: z.enum(['NONE', 'MANIFEST']),
  /** For file sets: globs the files must match, relative to the repository. */
  files: z.array(z.string().min(1)).optional(),
  description: z.string(),
})
export type DeliverableSpec = z.infer<typeof DeliverableSpecSchema>

/** Repository path of the deliverable (of the set's folder, where it is a set). */
export function deliverablePath(spec: DeliverableSpec): string {
  return spec.output_dir + spec.filename
}
