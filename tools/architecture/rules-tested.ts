import { dirname } from 'node:path/posix'
import { importsOf, isTest, withoutComments } from './source.ts'
import type { Source } from './source.ts'

/** Rules covered by a test elsewhere, with the reason why no test lies beside them. */
const elsewhere: Readonly<Record<string, string>> = {
  'server/src/privacy/rules.ts': 'two lengths of time, which the tests of deletion let pass',
  'server/src/reviews/similar-rules.ts':
    'numbers that the comparison in a thread goes by: workers/tasks/similarity.pure.test.ts',
}

/** Rules without a test beside them that imports them. */
export const untestedRules = (sources: readonly Source[]): string[] => {
  const tested = new Set(
    sources
      .filter(({ path }) => isTest(path))
      .flatMap((source) =>
        importsOf(source)
          .map(({ specifier }) => specifier)
          .filter((specifier) => dirname(specifier) === dirname(source.path)),
      ),
  )
  return sources
    .filter(
      ({ path, text }) => /(^|\/|-)rules\.ts$/.test(path) && /^export (const|function)/m.test(withoutComments(text)),
    )
    .filter(({ path }) => !path.includes('/testing/') && !Object.hasOwn(elsewhere, path) && !tested.has(path))
    .map(({ path }) => `${path} has no test beside it: rules are pure, and quickly asked`)
}
