import { z } from 'zod'
import { defaultTemplates, findNameFault, findTagFault } from '../release-template.ts'

/** A text with words in braces, refused with what is wrong with it. */
function releaseTemplate(findFault: (text: string) => string | undefined) {
  return z.string().superRefine((text, context) => {
    const fault = findFault(text)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })
}

/** What a release holds, and what it is called. */
export const exportSection = z
  .strictObject({
    include_supporting: z
      .boolean()
      .default(true)
      .describe(
        'Whether an export holds the tasks that only support the final deliverable, where `/export` or the Action does not say.',
      ),
    tag: releaseTemplate(findTagFault)
      .default(defaultTemplates.tag)
      .describe(
        'Tag of the release: `{issue}` (ISS-007), `{number}` (7), `{plan}` (1, 2, …), `{date}` of the newest review. Where it is taken by other content, `-2`, `-3`, … follow.',
      ),
    release_name: releaseTemplate(findNameFault)
      .default(defaultTemplates.name)
      .describe(
        'Name of the release: what `tag` takes, and `{title}` of the issue, `{contents}` (3 approved files), `{hash}` of the plan.',
      ),
  })
  .prefault({})
