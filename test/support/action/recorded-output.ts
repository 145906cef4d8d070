import type { ActionOutput, AnnotatedLine } from '../../../src/entrypoints/action/output/action-output.ts'

/** What a mode said to the runner, in order. */
export class RecordedOutput implements ActionOutput {
  readonly calls: [string, ...string[]][] = []
  readonly outputs: Record<string, string> = {}
  readonly failures: string[] = []

  say(text: string): void {
    this.calls.push(['say', text])
  }

  async group<T>(title: string, work: () => Promise<T>): Promise<T> {
    this.calls.push(['group', title])
    return work()
  }

  set(name: string, value: string): void {
    this.outputs[name] = value
  }

  annotate(level: string, text: string, _title?: string, place?: AnnotatedLine): void {
    this.calls.push([level, ...(place === undefined ? [] : [`${place.file}:${place.line}`]), text])
  }

  async summarise(markdown: string): Promise<void> {
    this.calls.push(['summary', markdown])
  }

  mask(secret: string): void {
    this.calls.push(['mask', secret])
  }

  fail(why: string): void {
    this.failures.push(why)
  }

  end(code: number): void {
    this.calls.push(['end', String(code)])
  }
}
