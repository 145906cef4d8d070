import { SaxesParser } from 'saxes'
import type { TestCollection } from '../../../../domain/loop/tests/test-collection.ts'
import type { ReportedCoverage } from './coverage.ts'
import type { ElementReader } from './element-reader.ts'
import { LongTextCutter } from './long-text-cutter.ts'
import { ReportFault } from './report-fault.ts'
import type { ChunkReader } from './report-reader.ts'
import { readCobertura } from './read-cobertura.ts'
import { readJunit } from './read-junit.ts'

/** Far above what runners write: what is open is held in memory. */
const maxDepth = 200
const maxAttributes = 1_000

/** JUnit or Cobertura, told apart by their root; other XML is no report. Entities beyond XML's own are faults. */
export function readXml(path: string, tests: TestCollection, coverage: ReportedCoverage): ChunkReader {
  const parser = new SaxesParser({ position: true, xmlns: false })
  const cutter = new LongTextCutter()
  let reader: ElementReader | undefined
  let isOther = false
  let depth = 0
  let attributeCount = 0
  let isCoverage = false
  const refuse = (message: string) => {
    throw new ReportFault(path, parser.line + cutter.droppedLines, message)
  }
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')))
  const listen = () => {
    if (reader?.wantsText() === true) parser.on('text', (text) => reader?.text(text))
    else parser.off('text')
  }
  parser.on('attribute', () => {
    attributeCount += 1
    if (attributeCount > maxAttributes) refuse('too many attributes')
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0
    depth += 1
    if (depth > maxDepth) refuse('too many elements in one another')
    if (reader === undefined) {
      reader = chooseReader(name, tests, coverage)
      isCoverage = name === 'coverage'
    }
    if (reader === undefined) isOther = true
    reader?.open(name, attributes)
    listen()
  })
  parser.on('cdata', (text) => {
    if (reader?.wantsText() === true) reader.text(text)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    reader?.close(name)
    listen()
  })
  return {
    write(text) {
      if (!isOther) parser.write(cutter.cut(text))
      return !isOther
    },
    end() {
      if (isOther) return false
      parser.write(cutter.end()).close()
      return reader !== undefined && !isCoverage
    },
  }
}

function chooseReader(root: string, tests: TestCollection, coverage: ReportedCoverage): ElementReader | undefined {
  if (root === 'testsuites' || root === 'testsuite') return readJunit(tests)
  return root === 'coverage' ? readCobertura(coverage) : undefined
}
