import type { z } from 'zod'
import { ConfigurationSchema } from '../../src/domain/configuration/configuration.ts'
import { ExecutionRecordSchema } from '../../src/domain/records/execution-record.ts'
import { IssRecordSchema } from '../../src/domain/records/iss-record.ts'
import { LoopStateSchema } from '../../src/domain/records/loop/loop-state.ts'
import { ExportPredicateSchema } from '../../src/domain/bundle/export-statement.ts'
import { ManifestSchema } from '../../src/domain/bundle/manifest.ts'
import { DoctorExaminationSchema } from '../../src/domain/effects/doctor-finding.ts'
import { PlanDraftSchema } from '../../src/domain/plan/plan-draft.ts'
import { PlanSchema } from '../../src/domain/plan/plan.ts'
import {
  SessionHistorySchema,
  SessionIndexSchema,
  SessionStateSchema,
} from '../../src/domain/records/session/session-state.ts'
import { SolutionSchema } from '../../src/domain/plan/solution/solution-schema.ts'
import { StatusReportSchema } from '../../src/domain/records/status-report.ts'

export interface PublishedSchema {
  /** `schemas/<name>.schema.json`. */
  name: string
  title: string
  description: string
  schema: z.ZodType
  /** JSON that people write: may name its schema under `$schema`. */
  takesEditorKey?: true
}

/** In an issue, the place of a root criterion is known, and what covers it is found. */
const placedCriteria = PlanDraftSchema.shape.root_criteria
  .unwrap()
  .element.partial()
  .required({ statement: true })
  .array()
  .optional()
  .describe('What the whole issue must fulfil.')

/** Everything that Countersign reads from people or keeps, by the name of its JSON Schema. */
export const publishedSchemas: readonly PublishedSchema[] = [
  {
    name: 'configuration',
    title: 'Countersign: configuration of a repository',
    description: '.github/countersign.yml on the default branch; every key has a default.',
    schema: ConfigurationSchema,
  },
  {
    name: 'plan-draft',
    title: 'Countersign: plan in an issue',
    description: 'A block marked "yaml countersign" in an issue.',
    schema: PlanDraftSchema.extend({ root_criteria: placedCriteria }),
  },
  {
    name: 'solution',
    title: 'Countersign: solution',
    description:
      'The plain solution JSON, read by "countersign plan"; the keys of a plan in an issue may be there too.',
    schema: SolutionSchema,
    takesEditorKey: true,
  },
  {
    name: 'plan',
    title: 'Countersign: plan',
    description: 'solutions/ISS-007-plan.json on the workflow branch: the solution and its graph.',
    schema: PlanSchema,
    takesEditorKey: true,
  },
  {
    name: 'execution',
    title: 'Countersign: execution record',
    description: 'solutions/ISS-007-execution.json on the workflow branch: nodes, versions, reviews, receipts.',
    schema: ExecutionRecordSchema,
  },
  {
    name: 'issue',
    title: 'Countersign: issue record',
    description:
      '.workflow/issues/ISS-007.json on the workflow branch: the issue as frozen, what was applied, what is owed.',
    schema: IssRecordSchema,
  },
  {
    name: 'session-state',
    title: 'Countersign: session',
    description: 'state.json of a session on the workflow branch.',
    schema: SessionStateSchema,
  },
  {
    name: 'session-history',
    title: 'Countersign: history of a session',
    description: 'state-history.json of a session on the workflow branch; the newest 200 entries.',
    schema: SessionHistorySchema,
  },
  {
    name: 'session-index',
    title: 'Countersign: open sessions',
    description: '.workflow/sessions.json on the workflow branch: the sessions that are not complete.',
    schema: SessionIndexSchema,
  },
  {
    name: 'loop-state',
    title: 'Countersign: loop',
    description: '.loop/<loop_id>.json on the workflow branch: one run of an approved plan.',
    schema: LoopStateSchema,
  },
  {
    name: 'manifest',
    title: 'Countersign: manifest of a bundle',
    description: 'bundle/manifest.json of an export: what was approved, file by file.',
    schema: ManifestSchema,
  },
  {
    name: 'export-predicate',
    title: 'Countersign: what an attestation of an export says',
    description: 'Predicate urn:countersign:predicate:export:v1 of the in-toto statement in attestation.sigstore.json.',
    schema: ExportPredicateSchema,
  },
  {
    name: 'status',
    title: 'Countersign: where issues stand',
    description: 'What "countersign status --json" prints.',
    schema: StatusReportSchema,
  },
  {
    name: 'doctor-examination',
    title: 'Countersign: what the doctor found',
    description: 'The report of "/doctor" and "countersign doctor".',
    schema: DoctorExaminationSchema,
  },
]
