import { join, resolve } from 'node:path'
import { openLedgerReader } from '../../../adapters/models/ledger/read-ledger.ts'
import { CountersignFault } from '../../../application/fault.ts'
import { addUpCosts, type CostKey, type CostReport } from '../../../domain/models/cost-report.ts'
import type { Terminal } from '../../../views/terminal/plan-text.ts'
import { renderCostsText } from '../../../views/terminal/costs-text.ts'
import { ledgerFileName } from '../../models/open-models.ts'
import { parseModelSettings } from '../../settings/parse-settings.ts'
import type { CommandIo } from '../verify.ts'

export interface CostsArguments {
  by: CostKey
  since?: string
  repo?: string
  issue?: number
  json?: boolean
}

/** `countersign costs`: exit code 0, also where nothing was spent; throws where the record can't be read. */
export function runCosts(
  { by, since, repo, issue, json }: CostsArguments,
  io: CommandIo & { terminal: Terminal },
): number {
  const file = resolve(join(parseModelSettings(io.env).DATA_DIR, ledgerFileName))
  const report = withLedger(file, (ledger) =>
    addUpCosts(
      ledger?.calls({
        ...(since === undefined ? {} : { since }),
        ...(repo === undefined ? {} : { repository: repo }),
        ...(issue === undefined ? {} : { issue }),
      }) ?? [],
      by,
    ),
  )
  io.stdout(json === true ? renderJson(report) : renderCostsText(report, file, io.terminal))
  return 0
}

function renderJson(report: CostReport): string {
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Undefined where no model was ever asked. */
export function withLedger<T>(file: string, act: (ledger: ReturnType<typeof openLedgerReader>) => T): T {
  try {
    using ledger = openLedgerReader(file)
    return act(ledger)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CountersignFault(
      'configuration_invalid',
      `the record of calls can’t be read`,
      `${file}: ${why}. Run this as the user of the server; where the file is damaged, what was spent is in the receipts of the issues all the same.`,
    )
  }
}
