import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSection } from './changelog.ts'

// `release-notes.ts v1.2.3`: what the changelog says of it. Fails where package.json is of another version, or nothing is said.
const root = join(import.meta.dirname, '../..')
const tag = process.argv[2] ?? ''
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, and package.json says ${version}`)
const notes = findSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}`)
console.log(notes)
