import type { BranchTexts } from '../../../src/application/ports/state/branch-texts.ts'
import { workFiles } from '../../../src/application/state/state-files.ts'
import type { Work } from '../../../src/domain/records/work.ts'

/** A workflow branch that holds these issues, and files beside them. */
export function branchTextsOf(works: readonly Work[], more: Readonly<Record<string, string>> = {}): BranchTexts {
  const files = new Map([...works.flatMap((work) => [...workFiles(work)]), ...Object.entries(more)])
  return {
    list: (folder) => Promise.resolve([...files.keys()].filter((path) => path.startsWith(`${folder}/`))),
    readMany: (paths) => Promise.resolve(new Map([...files].filter(([path]) => paths.includes(path)))),
  }
}
