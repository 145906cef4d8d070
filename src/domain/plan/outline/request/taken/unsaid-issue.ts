import type { FormReading } from '../../form/read-form.ts'
import type { IssueRequest } from '../read-request.ts'
import type { Understood } from '../understand.ts'

/** An issue of which no sentence says for sure what must hold. */
export interface UnsaidIssue {
  title: string
  body: string
  form: FormReading
  request: IssueRequest
  understood: Understood
}
