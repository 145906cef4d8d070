import { type FileHandle, open } from 'node:fs/promises'

/** `tests`: hundreds of thousands of small ones, some with a stack. `output`: few, one of which printed nearly all of it. */
export const shapes = ['tests', 'output'] as const
export type Shape = (typeof shapes)[number]

const suiteTests = 100

/** Writes a JUnit file of about so many bytes; gives how many tests are in it. */
export async function writeJunit(file: string, shape: Shape, bytes: number): Promise<number> {
  await using handle = await open(file, 'w')
  await handle.write(`<?xml version="1.0"?>\n<testsuites>\n${renderSuite(0)}`)
  const tests = shape === 'tests' ? await writeSuites(handle, bytes) : await writeLoud(handle, bytes)
  await handle.write('</testsuites>\n')
  return suiteTests + tests
}

async function writeSuites(handle: FileHandle, bytes: number): Promise<number> {
  let suites = 0
  for (let left = bytes; left > 0; suites += 1) {
    const { bytesWritten } = await handle.write(renderSuite(suites + 1))
    left -= bytesWritten
  }
  return suites * suiteTests
}

async function writeLoud(handle: FileHandle, bytes: number): Promise<number> {
  await handle.write('<testsuite name="loud"><testcase name="prints" classname="loud"><system-out><![CDATA[')
  for (let left = bytes; left > 0;) {
    const { bytesWritten } = await handle.write(`${'what a program prints while it is tested '.repeat(500)}\n`)
    left -= bytesWritten
  }
  await handle.write(']]></system-out></testcase></testsuite>\n')
  return 1
}

function renderSuite(number: number): string {
  const tests = Array.from({ length: suiteTests }, (_, index) => {
    const name = `name="case ${index} of ${number}" classname="suite${number}" time="0.00${index % 10}"`
    if (index % 20 > 0) return `<testcase ${name}/>\n`
    return `<testcase ${name}><failure message="expected 3, got 4">${`at add (src/add.ts:${index + 1}:3)\n`.repeat(20)}</failure></testcase>\n`
  })
  return `<testsuite name="suite${number}">\n${tests.join('')}</testsuite>\n`
}
