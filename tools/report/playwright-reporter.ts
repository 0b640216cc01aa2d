import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { honest, nothingYet, writeTally } from './tally.ts'

const nameOf = (test: TestCase): string => test.titlePath().filter(Boolean).join(' › ')

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
    const tally = { ...nothingYet(), failed: this.errors }
    for (const test of this.suite?.allTests() ?? []) {
      if (test.outcome() === 'unexpected') tally.red.push(nameOf(test))
      if (test.outcome() === 'flaky') tally.retried.push(nameOf(test))
      if (test.outcome() === 'unexpected') tally.failed += 1
      else if (test.outcome() !== 'skipped') tally.passed += 1
      // One that was never begun, because the run was cut, is no skipped one.
      else if (test.results.length === 0 && result.status !== 'passed') tally.failed += 1
      else tally.skipped += 1
    }
    writeTally(honest(tally, result.status !== 'passed'))
  }
}
