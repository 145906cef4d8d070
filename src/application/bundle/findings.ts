import type { Finding, FindingCode } from '../../domain/bundle/verify-report.ts'

/** Collects what verifying finds, all of it, so that one fault doesn't hide the next. */
export class Findings {
  readonly all: Finding[] = []

  fault(code: FindingCode, about: string | null, message: string): void {
    this.all.push({ level: 'fault', code, about, message })
  }

  doubt(code: FindingCode, about: string | null, message: string): void {
    this.all.push({ level: 'doubt', code, about, message })
  }

  note(code: FindingCode, about: string | null, message: string): void {
    this.all.push({ level: 'note', code, about, message })
  }

  has(level: Finding['level']): boolean {
    return this.all.some((finding) => finding.level === level)
  }
}
