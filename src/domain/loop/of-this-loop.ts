import type { ExecutionRecord } from '../records/execution-record.ts'

type Lists = Pick<ExecutionRecord, 'artifacts' | 'validations' | 'analyses' | 'analyses_left_out' | 'before_loop'>

/** How much the record holds when a loop begins: what is there already is of an earlier loop of the plan (decision 34). */
export function countBeforeLoop({ artifacts, validations, analyses, analyses_left_out: leftOut }: Lists) {
  return { artifacts: artifacts.length, validations: validations.length, analyses: leftOut + analyses.length }
}

/** The record with the versions, validations and analyses of the loop that goes on. */
export function ofThisLoop<Record extends Lists>(execution: Record): Record {
  const { artifacts, validations, analyses, analyses_left_out: leftOut, before_loop: before } = execution
  if (before.artifacts + before.validations + before.analyses === 0) return execution
  const analysed = Math.max(0, leftOut + analyses.length - before.analyses)
  const kept = Math.min(analysed, analyses.length)
  return {
    ...execution,
    artifacts: artifacts.slice(before.artifacts),
    validations: validations.slice(before.validations),
    analyses: analyses.slice(analyses.length - kept),
    analyses_left_out: analysed - kept,
  }
}
