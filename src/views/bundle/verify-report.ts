import type { AnchorReport, AttestationReport, Finding, VerifyReport } from '../../domain/bundle/verify-report.ts'
import { renderCount } from '../language/t.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { describeReviewer } from '../../domain/plan/check-reviewer.ts'

const marks: Record<Finding['level'], string> = { fault: '✗', doubt: '?', note: '·' }

const verdictWords: Record<VerifyReport['verdict'], string> = {
  approved: 'APPROVED: these are the versions that were approved.',
  'self-consistent': 'SELF-CONSISTENT only: the files fit together, but nothing here proves that they were approved.',
  broken: 'BROKEN: this is not what was approved.',
}

/** The manifest without its files: a verdict on it is none on files. */
const ofManifestAlone: Record<VerifyReport['verdict'], string> = {
  ...verdictWords,
  approved:
    'APPROVED is what the manifest names. None of its files is here, so this says nothing about files you have.',
  'self-consistent': 'SELF-CONSISTENT only: the manifest alone is here, and none of the files that it names.',
}

const ofOtherKey =
  'SELF-CONSISTENT only: the files fit together, but it was not the key that was given that signed them.'

/** Of these the key that was given made none. */
const otherKeyCodes = new Set<Finding['code']>(['other_key', 'signature_unknown'])

/** What `countersign verify` prints for people; names out of files are kept to one line, without control characters. */
export function renderVerifyReport(report: VerifyReport): string {
  const lines = [renderOutcome(report), '']
  if (report.plan_id !== null) {
    lines.push(
      `plan      ${report.plan_id} (${report.plan_hash?.slice(0, 7)}) of ${toOneLine(report.repository ?? '')}`,
    )
    lines.push(`reviewed  ${toOneLine(report.exported_at ?? '')}, the newest verdict in it`)
  }
  if (report.manifest_sha256 !== null) lines.push(`manifest  sha256 ${report.manifest_sha256}`)
  lines.push(
    `looked at ${renderCount(report.files_checked, 'file')}${report.layout === null ? '' : ` (${report.layout})`}`,
  )
  lines.push(`anchor    ${renderAnchor(report.anchor)}`)
  if (report.attestation !== null) lines.push(`attested  ${renderAttestation(report.attestation)}`)
  if (report.items.length > 0) lines.push('', ...report.items.map((item) => renderItem(item, report.verdict)))
  if (report.candidates.length > 0) lines.push('', 'Not approved, for looking at only:')
  lines.push(...report.candidates.map(renderCandidate))
  if (report.findings.length > 0) lines.push('', ...report.findings.map(renderFinding))
  if (report.beside.length > 0)
    lines.push('', 'Beside it, no part of the release and not looked at:', ...report.beside.map(renderBeside))
  const hint = renderHint(report)
  if (hint !== '') lines.push('', hint)
  return `${lines.join('\n')}\n`
}

function renderOutcome(report: VerifyReport): string {
  if (isOfOtherKey(report)) return ofOtherKey
  return (report.layout === 'manifest' ? ofManifestAlone : verdictWords)[report.verdict]
}

function isOfOtherKey({ verdict, findings }: VerifyReport): boolean {
  return verdict === 'self-consistent' && findings.some(({ code }) => otherKeyCodes.has(code))
}

function renderAnchor(anchor: AnchorReport): string {
  switch (anchor.kind) {
    case 'none':
      return 'none'
    case 'manifest_sha256':
      return `manifest sha256 ${anchor.expected}`
    case 'public_key':
      return `public key ${anchor.keys.join(', ')}`
    case 'repository': {
      const { repository, commit, committed_at: at } = anchor
      const when = at === null ? '' : `, which is of ${toOneLine(at)}`
      return `repository ${toOneLine(repository)}${commit === null ? '' : ` at ${commit}${when}`}`
    }
  }
}

function renderAttestation(attestation: AttestationReport): string {
  switch (attestation.kind) {
    case 'none':
      return 'no'
    case 'not_checked':
      return 'not checked'
    case 'broken':
      return 'no: it does not hold'
    case 'holds': {
      const { workflow, commit, at, run } = attestation.by
      const of = commit === null ? '' : ` of commit ${toOneLine(commit)}`
      return `by ${toOneLine(workflow)}${of}, ${toOneLine(at)}${run === null ? '' : ` (${toOneLine(run)})`}`
    }
  }
}

function renderItem(item: VerifyReport['items'][number], verdict: VerifyReport['verdict']): string {
  const what = `${toOneLine(item.task)} ${toOneLine(item.task_title)}, version ${item.version}, ${renderCount(item.files, 'file')}`
  return `  ${what} (${item.role}): ${verdict === 'approved' ? 'approved' : 'said to be approved'} by ${toOneLine(describeReviewer(item.reviewer))} with score ${item.score.toFixed(2)}${renderFolder(item.folder)}`
}

function renderCandidate({
  task,
  task_title: title,
  version,
  verdict,
  folder,
}: VerifyReport['candidates'][number]): string {
  return `  ${toOneLine(task)} ${toOneLine(title)}, version ${version} (${verdict ?? 'not reviewed'})${renderFolder(folder)}`
}

/** On a line of its own: nobody knows a task by its folder's name. */
function renderFolder(folder: string | null): string {
  return folder === null ? '' : `\n     in ${toOneLine(folder)}`
}

function renderFinding({ level, about, message }: Finding): string {
  return `  ${marks[level]} ${about === null ? '' : `${toOneLine(about)}: `}${toOneLine(message)}`
}

function renderBeside({ name, files, is_git: isGit }: VerifyReport['beside'][number]): string {
  const what = name.endsWith('/') ? ` (${isGit ? 'a git repository, ' : ''}${renderCount(files, 'file')})` : ''
  return `  ${toOneLine(name)}${what}`
}

function renderHint(report: VerifyReport): string {
  if (report.verdict !== 'self-consistent') return ''
  if (report.anchor.kind === 'none')
    return 'To know more, give --public-key, as the App’s operator tells it, best with --repo and the repository’s address; or --manifest-sha256, as it was told at the export.'
  if (isOfOtherKey(report))
    return 'Ask the App’s operator for its key (`countersign keys`, or /public-keys of the App’s server). If it is the one you gave, somebody else signed this: take nothing of it for approved. If it is another, give that.'
  const codes = new Set(report.findings.map(({ code }) => code))
  const lacking = [
    ...(codes.has('signature_missing')
      ? ['--repo, the repository’s address: a release by the Action has no signature, the record has']
      : []),
    ...(codes.has('writer_unknown')
      ? ['--public-key with the key that the App’s operator tells (`countersign keys`)']
      : []),
    ...(codes.has('repository_unknown') ? ['--repository-id, if you know it'] : []),
  ]
  return lacking.length === 0 ? '' : `To know more, give ${lacking.join(', and ')}.`
}
