import { scopePaths } from './assemble-deliverable.ts'
import type { TaskDraft } from '../plan-draft.ts'

/** A path as the repository has it: `./index.js` is `index.js`. */
export function pathFromRoot(path: string): string {
  return path.replace(/^(?:\.\/)+(?=.)/, '')
}

/** A folder that is empty or ends in `/`; `.` and `./` are the root. */
export function folderFromRoot(folder: string): string {
  return /^(?:\.\/)*\.?$/.test(folder) ? '' : pathFromRoot(folder)
}

/** A drafted task whose paths begin at the root, whichever way they were written. */
export function draftFromRoot(draft: TaskDraft): TaskDraft {
  const { scope, deliverable_spec: spec, modification_points: points, work } = draft
  return {
    ...draft,
    ...(scope?.includes('./') === true && { scope: scopePaths(scope).map(pathFromRoot).join(', ') }),
    ...(spec !== undefined && {
      deliverable_spec: {
        ...spec,
        ...(spec.filename !== undefined && { filename: pathFromRoot(spec.filename) }),
        ...(spec.output_dir !== undefined && { output_dir: folderFromRoot(spec.output_dir) }),
        ...(spec.files !== undefined && { files: spec.files.map(pathFromRoot) }),
      },
    }),
    ...(points !== undefined && {
      modification_points: points.map((point) => ({ ...point, file: pathFromRoot(point.file) })),
    }),
    ...(work !== undefined && {
      work: work.map((item) => (item.kind === 'file' ? { ...item, path: pathFromRoot(item.path) } : item)),
    }),
  }
}
