import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { releaseDir } from './release.ts'
import type { Stage } from './stage.ts'
import type { Report } from './report.ts'

/** Leaves `repo.git` (bare, real git), `release/` as downloaded, the App's `public-key`, `requests.ndjson` and `report.json` in a folder. */
export async function keepTraces(stage: Stage, report: Report, folder: string): Promise<void> {
  const dir = resolve(folder)
  await mkdir(dir, { recursive: true })
  await rm(join(dir, 'repo.git'), { recursive: true, force: true })
  await execa('git', ['clone', '-q', '--mirror', stage.bareDir, join(dir, 'repo.git')])
  await cp(releaseDir(stage), join(dir, 'release'), { recursive: true })
  const lines = stage.running.requests.map(({ time, method, route, status, ms, actor }) =>
    JSON.stringify({ time, method, route, status, ms, actor }),
  )
  const keys = await fetch(new URL('/public-keys', stage.running.app.webhookUrl))
  await writeFile(join(dir, 'public-key'), await keys.text())
  await writeFile(join(dir, 'requests.ndjson'), `${lines.join('\n')}\n`)
  await writeFile(join(dir, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
}
