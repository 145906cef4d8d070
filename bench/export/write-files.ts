import { createHash, randomFillSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BundleCopy } from '../../src/domain/bundle/assemble-bundle.ts'
import { type Manifest, renderManifest } from '../../src/domain/bundle/manifest.ts'

const taskId = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
const artifactId = '01900000-0000-7000-8000-000000000001'
const filesInFolder = 100

export interface WrittenBundle {
  manifest: Manifest
  copies: BundleCopy[]
}

/** A bundle's folder with so many files of so many bytes each, of which nothing can be guessed or made smaller. */
export async function writeBundle(dir: string, files: number, bytesEach: number): Promise<WrittenBundle> {
  const copies: BundleCopy[] = []
  for (let index = 0; index < files; index += 1) {
    const path = `part-${Math.floor(index / filesInFolder)}/file-${String(index).padStart(6, '0')}.bin`
    const bytes = randomFillSync(Buffer.alloc(bytesEach))
    const dest = `Write_much_1b4e28ba/${path}`
    if (index % filesInFolder === 0) await mkdir(dirname(join(dir, dest)), { recursive: true })
    await writeFile(join(dir, dest), bytes)
    copies.push({
      blob: createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex'),
      source_path: `workspace/artifacts/${taskId}/${artifactId}/${path}`,
      dest_path: dest,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      mode: '100644',
    })
  }
  copies.sort((a, b) => (a.dest_path < b.dest_path ? -1 : 1))
  const manifest = describeManifest(copies)
  await writeFile(join(dir, 'manifest.json'), renderManifest(manifest))
  return { manifest, copies }
}

function describeManifest(copies: readonly BundleCopy[]): Manifest {
  return {
    schema_version: 1,
    repository: 'octo/widgets',
    issue_id: 'ISS-007',
    plan_id: 'SOL-ISS-007-1',
    plan_hash: '0'.repeat(64),
    exported_at: '2026-11-21T03:40:00Z',
    items: [
      {
        task_id: taskId,
        task: 'T1',
        task_title: 'Write much',
        role: 'deliverable',
        deliverable_spec: {
          format: 'binary',
          filename: 'files',
          output_dir: '',
          single_file: false,
          bundle_mode: 'MANIFEST',
          description: 'Many files.',
        },
        approved_artifact_id: artifactId,
        version: 1,
        files: copies.map(({ blob: _blob, ...file }) => file),
        review: {
          check_task_id: '2b4e28ba-2fa1-41d2-883f-0016d3cca427',
          review_id: '01900000-0000-7000-8000-000000000002',
          verdict: 'APPROVED',
          score: 1,
          reviewer: 'rules',
        },
      },
    ],
    candidates: [],
    missing: [],
  }
}
