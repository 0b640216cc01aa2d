import type { Reporter, TestModule } from 'vitest/node'
import { honest, writeTally } from './tally.ts'
import type { Tally } from './tally.ts'

const count = (modules: readonly TestModule[], unhandled: number): Tally => {
  const tally = { passed: 0, failed: unhandled, skipped: 0 }
  for (const module of modules) {
    tally.failed += module.errors().length
    for (const suite of module.children.allSuites()) tally.failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') tally.passed += 1
      else if (state === 'skipped') tally.skipped += 1
      else tally.failed += 1 // also one that never came to an end
    }
  }
  return tally
}

/** Counts the tests for the closing line. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly unknown[],
    reason: 'passed' | 'failed' | 'interrupted',
  ): void {
    writeTally(honest(count(modules, errors.length), reason !== 'passed'))
  }
}
