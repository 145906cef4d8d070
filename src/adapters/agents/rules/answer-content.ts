import type { AnswerConfined } from '../../process/confined-reader.ts'
import { checkSchema } from './check-schema.ts'
import { allOf, anyOf } from './combine-findings.ts'
import { type ContentQuestion, heldAgainst } from './content-question.ts'
import { findPattern } from './find-pattern.ts'
import { askPerson, fail, type Finding, pass } from './finding.ts'
import { parseContent } from './parse-content.ts'
import type { Target } from './read-targets.ts'

/** Looks into the files of a version. What they hold and what they are held against is text of others. */
export const answer: AnswerConfined<ContentQuestion, Finding> = (question, tell) => {
  switch (question.check) {
    case 'parses':
      return allOf(
        question.files.map((file) => {
          tell(file.path)
          return checkParses(file, question.extension)
        }),
      )
    case 'matches':
      return anyOf(
        question.files.map((file) => {
          tell(`${file.path}${heldAgainst}`)
          return findPattern(file, question.pattern)
        }),
      )
    case 'schema':
      return allOf(question.files.map((file) => checkParsed(file, question.schema, tell)))
  }
}

function checkParses(file: Target, extension?: string): Finding {
  const parsed = parseContent(file, extension)
  switch (parsed.kind) {
    case 'parsed':
      return pass(`${file.path} is valid ${parsed.format}, ${file.bytes.length} bytes`)
    case 'broken':
      return fail(parsed.reason)
    case 'unknown':
      return askPerson(parsed.reason)
  }
}

function checkParsed(file: Target, schema: Record<string, unknown>, tell: (what: string) => void): Finding {
  tell(file.path)
  const parsed = parseContent(file)
  switch (parsed.kind) {
    case 'parsed':
      tell(`${file.path}${heldAgainst}`)
      return checkSchema(file, parsed.values, schema)
    case 'broken':
      return fail(parsed.reason)
    case 'unknown':
      return askPerson(parsed.reason)
  }
}
