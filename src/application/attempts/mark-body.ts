import { workflowBranch, type IssRecord } from '../../domain/records/iss-record.ts'
import { buildLinks, type Links } from '../../views/markdown/links.ts'
import { renderMarker, withMarker } from '../../views/markdown/markers.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'

/** A body with our marker as its first line, by which it is found again and told from forgeries. */
export function markedBody(ports: Pick<MachinePorts, 'sign'>, kind: string, key: string, body: string): string {
  return withMarker(renderMarker(kind, key, ports.sign), body)
}

export function mark(ports: Pick<MachinePorts, 'sign'>, kind: string, key: string): string {
  return renderMarker(kind, key, ports.sign)
}

export function viewLinks(
  ports: Pick<MachinePorts, 'web' | 'docs'>,
  record: Pick<IssRecord, 'repository' | 'number'>,
): Links {
  return buildLinks({
    web: ports.web,
    repository: record.repository,
    issueNumber: record.number,
    workflowBranch,
    ...(ports.docs === undefined ? {} : { docs: ports.docs }),
  })
}
