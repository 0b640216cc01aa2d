import { availableParallelism } from 'node:os'
import { SHORT_RUN } from '../e2e/short-run.ts'
import type { Stage } from './stages.ts'

const cache = 'node_modules/.cache/check'

/** What is looked at without running anything; each counts as one test in the closing line of `npm test`. */
export const staticChecks: readonly Stage[] = [
  { name: '格式 / format', command: ['node', 'node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: '规范 / lint', command: ['node', 'node_modules/oxlint/bin/oxlint', '--quiet', '.'] },
  {
    name: '类型 / types',
    command: [
      'node',
      'node_modules/typescript/bin/tsc',
      '-p',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      `${cache}/types.json`,
      // Each checker works out the types it needs by itself: four of them on two cores take a quarter longer than two.
      '--checkers',
      String(Math.min(4, availableParallelism())),
    ],
  },
]

const vitest = [
  'node',
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=./tools/report/vitest-reporter.ts',
] as const

/**
 * Pure rules, units and the architecture test: no database, no browser, no document, and none that waits for threads or
 * processes.
 */
export const unitTests: Stage = { name: '规则与结构 / rules and structure', command: [...vitest, '--project=unit'] }

/** The tests of strings that break text handling, which take a long list from elsewhere where NAUGHTY asks for it. */
export const testsOfStrings: Stage = {
  name: '长字符串表 / long list of strings',
  command: [
    ...vitest,
    '--project=sqlite',
    '--project=postgres',
    'server/src/naughty',
    'server/src/submissions/submit/naughty',
  ],
  minutes: 90,
}

/** Everything vitest runs: units, and the server on both databases. */
export const allTests: Stage = {
  name: '单元与服务端（SQLite、PostgreSQL） / units and server on both databases',
  command: vitest,
  minutes: 30,
}

/** All but what waits; of PostgreSQL what only it does, and of the server without the longest (vitest.config.ts). */
export const shortTests: Stage = {
  ...allTests,
  command: [...vitest, ...['component', 'unit', 'sqlite', 'postgres'].map((name) => `--project=${name}`)],
  env: { [SHORT_RUN]: '1' },
}
