import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'
import { honest, writeTally } from './tally.ts'

/** Counts the journeys for the closing line. */
export default class TallyReporter implements Reporter {
  private suite: Suite | undefined
  private errors = 0

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite
  }

  onError(): void {
    this.errors += 1
  }

  onEnd(result: FullResult): void {
    const tally = { passed: 0, failed: this.errors, skipped: 0 }
    for (const test of this.suite?.allTests() ?? []) {
      if (test.outcome() === 'unexpected') tally.failed += 1
      else if (test.outcome() !== 'skipped') tally.passed += 1
      // One that was never begun, because the run was cut, is no skipped one.
      else if (test.results.length === 0 && result.status !== 'passed') tally.failed += 1
      else tally.skipped += 1
    }
    writeTally(honest(tally, result.status !== 'passed'))
  }
}
