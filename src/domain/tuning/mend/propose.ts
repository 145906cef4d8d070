import { examineSkill } from '../detect/detector.ts'
import { readSkill } from '../read/read-skill.ts'
import type { Skill, SkillSource } from '../read/skill.ts'
import { diagnoseSkill } from '../detect/diagnose.ts'
import { issueIdOf } from '../judge/issues.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { applyEdits } from './edit.ts'
import * as agents from './mend-agents.ts'
import * as context from './mend-context.ts'
import * as dataflow from './mend-dataflow.ts'
import * as documents from './mend-documents.ts'
import * as memory from './mend-memory.ts'
import * as tokens from './mend-tokens.ts'
import type { Mender, SkillPatch } from './mender.ts'

/** Patterns that are mended by a patch. What isn't here takes judgement. */
const menders: Readonly<Record<string, Mender>> = {
  'CTX-001': context.mendGrowth,
  'CTX-002': context.mendSerialisedState,
  'CTX-003': context.mendPastedFiles,
  'CTX-004': context.mendContentReturned,
  'CTX-005': context.mendRereadFiles,
  'MEM-001': memory.mendForgottenConstraints,
  'MEM-002': memory.mendUnconstrainedTask,
  'MEM-003': memory.mendMissingCheckpoint,
  'MEM-004': memory.mendNoRequirements,
  'MEM-005': memory.mendNoVerification,
  'DF-002': dataflow.mendMixedNames,
  'DF-003': dataflow.mendUncheckedJson,
  'DF-004': dataflow.mendUnreadField,
  'DF-005': memory.mendNoSchema,
  'AGT-001': agents.mendUnguardedCalls,
  'AGT-002': agents.mendUncheckedResult,
  'AGT-004': agents.mendNestedCall,
  'AGT-005': agents.mendForbiddenTool,
  'AGT-006': agents.mendManyFormats,
  'TKN-001': tokens.mendLongFile,
  'TKN-002': tokens.mendWideState,
  'TKN-003': context.mendPastedFiles,
  'TKN-004': context.mendGrowth,
  'TKN-005': tokens.mendReadBack,
  'DOC-RED-001': documents.mendCopiedDefinition,
  'DOC-RED-002': documents.mendCodedTable,
  'DOC-RED-003': documents.mendRepeatedType,
  'DOC-CON-001': documents.mendContradiction,
  'DOC-CON-002': documents.mendCodedTable,
  'APV-001': documents.mendLeftFile,
  'APV-002': documents.mendHandedFile,
  'APV-003': tokens.mendWideState,
  'APV-004': tokens.mendBoundlessHistory,
  'APV-005': tokens.mendDebugField,
  'APV-006': documents.mendStoredTwice,
}

export type CountTokens = (text: string) => number

/** A patch, and whether it did what it is for. */
export interface TriedMending {
  finding: SkillFinding
  mending: SkillPatch
  /** Of the whole skill, with the patch. */
  sources: SkillSource[]
  verdict: 'pass' | 'fail'
  why: string
}

/**
 * The patch for a finding, tried on the text: it passes where the finding is gone, no new one has come, and only files of the
 * patch differ. Undefined where there is none, and somebody must judge.
 */
export function tryMending(
  folderName: string,
  { skill, sources, findings }: { skill: Skill; sources: readonly SkillSource[]; findings: readonly SkillFinding[] },
  finding: SkillFinding,
  countTokens: CountTokens,
): TriedMending | undefined {
  const file = skill.files.find(({ path }) => path === finding.path)
  const mender = menders[finding.pattern]
  if (file === undefined || mender === undefined) return undefined
  const examined = examineSkill(skill, countTokens)
  const mending = mender(finding, examined, file)
  const texts =
    mending === undefined
      ? undefined
      : applyEdits(new Map(sources.map(({ path, text }) => [path, text])), mending.edits)
  if (mending === undefined || texts === undefined) return undefined
  const patched = [...texts].map(([path, text]) => ({ path, text }))
  const after = readSkill(folderName, patched)
  const fail = (why: string): TriedMending => ({ finding, mending, sources: patched, verdict: 'fail', why })
  if (after.kind === 'faults') return fail(after.faults.join(' '))
  const known = new Set(findings.map(issueIdOf))
  const left = diagnoseSkill(after.skill, countTokens)
  if (left.some((one) => issueIdOf(one) === issueIdOf(finding))) return fail('The finding is still there.')
  const fresh = left.filter((one) => !known.has(issueIdOf(one)))
  if (fresh.length > 0) return fail(`It brings ${[...new Set(fresh.map(({ pattern }) => pattern))].join(', ')}.`)
  return { finding, mending, sources: patched, verdict: 'pass', why: 'The finding is gone, and no new one came.' }
}
