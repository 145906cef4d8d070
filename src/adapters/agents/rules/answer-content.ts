import type { AnswerConfined } from '../../process/confined-reader.ts'
import { checkSchema } from './check-schema.ts'
import { allFindings, anyFinding } from './combine-findings.ts'
import { type ContentQuestion, heldAgainst } from './content-question.ts'
import { findPattern } from './find-pattern.ts'
import { askPerson, fail, type CriterionFinding, pass } from './finding.ts'
import { parseContent } from './parse-content.ts'
import type { Target } from './read-targets.ts'
import { recordText } from '../../../domain/language/message.ts'

/** Looks into the files of a version. What they hold and what they are held against is text of others. */
export const answer: AnswerConfined<ContentQuestion, CriterionFinding> = (question, note) => {
  switch (question.check) {
    case 'parses':
      return allFindings(
        question.files.map((file) => {
          note(file.path)
          return checkParses(file, question.extension)
        }),
      )
    case 'matches':
      return anyFinding(
        question.files.map((file) => {
          note(`${file.path}${heldAgainst}`)
          return findPattern(file, question.pattern)
        }),
      )
    case 'schema':
      return allFindings(question.files.map((file) => checkParsed(file, question.schema, note)))
  }
}

function checkParses(file: Target, extension?: string): CriterionFinding {
  const parsed = parseContent(file, extension)
  switch (parsed.kind) {
    case 'parsed':
      return pass(
        recordText('{path} is valid {format}, {bytes} bytes', {
          path: file.path,
          format: parsed.format,
          bytes: file.bytes.length,
        }),
      )
    case 'broken':
      return fail(parsed.reason)
    case 'unknown':
      return askPerson(parsed.reason)
  }
}

function checkParsed(file: Target, schema: Record<string, unknown>, note: (what: string) => void): CriterionFinding {
  note(file.path)
  const parsed = parseContent(file)
  switch (parsed.kind) {
    case 'parsed':
      note(`${file.path}${heldAgainst}`)
      return checkSchema(file, parsed.values, schema)
    case 'broken':
      return fail(parsed.reason)
    case 'unknown':
      return askPerson(parsed.reason)
  }
}
