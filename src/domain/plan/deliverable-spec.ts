import { z } from 'zod'

/** What a task delivers (spec 003 §3.1). Its path is `output_dir` + `filename`, the same in the repository and under the version's root. */
export const DeliverableSpecSchema = z.strictObject({
  format: z.string().min(1).describe('Kind of file: `md`, `ts`, `json`; `files` for a set.'),
  filename: z.string().min(1).describe('Name of the file; `.` for a set.'),
  output_dir: z
    .string()
    .regex(/^$|\/$/, 'must be empty or end in "/"')
    .describe('Its folder in the repository: empty, or a path that ends in `/`.'),
  single_file: z.boolean().describe('False for a set of files, which then needs `bundle_mode` and `files`.'),
  bundle_mode: z.enum(['NONE', 'MANIFEST']).describe('`MANIFEST` for a set of files.'),
  files: z.array(z.string().min(1)).optional().describe('Globs that the files of a set match, from the repository.'),
  description: z.string().describe('What it is, for people.'),
})
export type DeliverableSpec = z.infer<typeof DeliverableSpecSchema>

/** Repository path of the deliverable (of the set's folder, where it is a set). */
export function deliverablePath(spec: Pick<DeliverableSpec, 'filename' | 'output_dir'>): string {
  return spec.output_dir + spec.filename
}
