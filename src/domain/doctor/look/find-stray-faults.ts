import { recordText } from '../../language/message.ts'
import type { DoctorFinding } from '../../effects/doctor-finding.ts'
import { drift } from '../looked.ts'

/** What the records of a whole repository name. */
export interface KnownNames {
  /** `ISS-007`. */
  issueIds: ReadonlySet<string>
  /** Ids of all tasks and CHECKs, of superseded plans too. */
  taskIds: ReadonlySet<string>
}

/** Branches below `countersign/` and folders of versions and verdicts that belong to no issue at all. */
export function findStrayFaults(
  known: KnownNames,
  branches: Iterable<string>,
  /** `workspace/artifacts/<task_id>` and `workspace/reviews/<check_task_id>`. */
  folders: Iterable<string>,
): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  for (const branch of branches) {
    const issueId = /^countersign\/(ISS-\d+)\//.exec(branch)?.[1]
    if (branch === 'countersign/workflow' || (issueId !== undefined && known.issueIds.has(issueId))) continue
    findings.push(
      drift(
        'branch_unknown',
        [],
        recordText('{branch} belongs to no issue', { branch }),
        recordText('delete it if nobody needs it'),
      ),
    )
  }
  for (const folder of folders) {
    if (known.taskIds.has(folder.split('/')[2] ?? '')) continue
    const next = recordText('nothing uses it; leave it, it is part of the history')
    findings.push(drift('file_unrecorded', [], recordText('{folder} belongs to no task of any plan', { folder }), next))
  }
  return findings
}
