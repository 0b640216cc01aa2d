import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { addSkipped, honest, nothingYet, retriedAs, writeTally } from './tally.ts'
import type { Tally } from './tally.ts'

const nameOf = (module: TestModule, test?: TestCase): string =>
  [module.project.name, module.relativeModuleId, test?.fullName].filter(Boolean).join(' › ')

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)

const count = (modules: readonly TestModule[], unhandled: readonly unknown[]): Tally => {
  const tally: Tally = {
    ...nothingYet(),
    failed: unhandled.length,
    red: unhandled.map((error) => `behind no test: ${messageOf(error).split('\n')[0]}`),
  }
  for (const module of modules) {
    tally.failed += module.errors().length
    if (module.errors().length > 0) tally.red.push(nameOf(module))
    for (const suite of module.children.allSuites()) tally.failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const result = test.result()
      const { state } = result
      if (test.diagnostic()?.flaky) tally.retried.push(retriedAs(nameOf(module, test), result.errors?.[0]?.message))
      if (state === 'failed' || state === 'pending') tally.red.push(nameOf(module, test))
      if (state === 'passed') tally.passed += 1
      else if (result.state === 'skipped') addSkipped(tally, nameOf(module, test), result.note)
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
    writeTally(honest(count(modules, errors), reason !== 'passed'))
  }
}
