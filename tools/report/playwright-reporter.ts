import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { addSkipped, honest, nothingYet, retriedAs, writeTally } from './tally.ts'

/**
 * The reason a test gives for being skipped, or that an earlier journey failed; undefined if the test gives no reason.
 */
const whySkipped = (test: TestCase): string | undefined => {
  const skip = test.annotations.find(({ type }) => type === 'skip')
  return skip ? skip.description : 'the journey before it failed'
}

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
      if (test.outcome() === 'flaky') tally.retried.push(retriedAs(nameOf(test), test.results[0]?.error?.message))
      if (test.outcome() === 'unexpected') tally.failed += 1
      else if (test.outcome() !== 'skipped') tally.passed += 1
      // A test that never started because the run was interrupted counts as failed, not as skipped.
      else if (test.results.length === 0 && result.status !== 'passed') tally.failed += 1
      else addSkipped(tally, nameOf(test), whySkipped(test))
    }
    writeTally(honest(tally, result.status !== 'passed'))
  }
}
