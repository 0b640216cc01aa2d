import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isShortRun } from './e2e/short-run.ts'
import { testsWithDocument } from './tools/tests-with-document.ts'

const everywhere = ['**/node_modules/**', '**/dist/**', 'e2e/**']
/** Pure tests of the server: rules and parts that open no database. */
const pure = ['server/src/**/rules.test.ts', 'server/src/**/*.pure.test.ts']

/**
 * Pure tests that wait several seconds for threads, processes or a search, or need a process of their own, which each file has here,
 * while the other units share theirs; only the whole run has them.
 */
const slow = [
  'server/src/markdown/nothing.pure.test.ts', // what a renderer in a process of its own takes
  'server/src/workers/**/{hostile-texts,recording,spreadsheet,workers}.pure.test.ts', // deadlines and memory of threads
  'tools/regular-expressions.test.ts', // a search for the worst text of each expression
  'tools/report/tally.test.ts', // whole runs
  'tools/run.test.ts', // the launcher as a process
  'ui/src/late-part.test.tsx', // what is loaded late may be half loaded in a process that other tests share
  'ui/src/rich-text-typed.test.ts', // thousands of texts typed
]

/**
 * Tests of parts of pages, in a document without a browser. A project of their own: a process serves one file after the
 * other only as long as the next one has the same environment, and a mixed order took twice as long.
 */
const inDocument = testsWithDocument()

/** Passwords that cost next to nothing: a test of what they cost is a pure one, and a process of its own has the real ones. */
const cheapPasswords = [
  { find: /^.*\/password-cost\.ts$/, replacement: join(import.meta.dirname, 'server/src/testing/cheap-passwords.ts') },
]

/**
 * Tests of the server that are about no SQL of their own, with their subject. The statements they use run on PostgreSQL in the
 * matrix and in the tests of their folders. A test of a statement runs on both databases.
 */
const onSqliteAlone = [
  'backup/small-disk', // a disk that fills up
  'files/hostile-media', // threads
  'files/media', // threads
  'files/office', // threads
  'files/text', // threads
  'held', // what students read, which the matrix asks on both
  'http/api-docs', // what is on the wire
  'http/every-call', // what is decided before a handler is reached
  'http/long-bodies', // what is on the wire
  'http/overload', // what is on the wire
  'http/server', // what is on the wire
  'http/static', // pages and their files
  'providers/attacks', // what another server answers
  'stop', // connections of browsers
].map((name) => `server/src/${name}.test.ts`)

/** What the short run asks of PostgreSQL: what only this database does. SQLite gets the server's other tests. */
const onPostgresInShort = ['server/src/statements.test.ts', 'server/src/**/*.postgres.test.ts']

/**
 * Tests of the server that the short run leaves out: they start and kill real processes, wait for limits of time, or send
 * long lists of strings, and take a third of the time of all the server's tests.
 */
const onlyInWholeRun = [
  'backup/{killed,restore-page,small-disk}',
  'cli/backup-killed.sqlite',
  'db/migrate',
  'demo/{any-day,large}.sqlite',
  'http/every-call',
  'kill.sqlite',
  'log-lines.sqlite',
  'main.sqlite',
  'naughty-strings{,-kept,-stored}',
  'near-the-matrix',
  'providers/attacks',
  'removed-meanwhile.postgres',
  'roster/{killed,power-properties}',
  'school/set-up-cut.sqlite',
  'start-elsewhere.sqlite',
  'stop-under-load',
  'submissions/submit/slow-texts',
].map((name) => `server/src/${name}.test.ts`)

/** A wait ends as soon as what it waits for is there, so its limit only has to suit a crowded machine; default 1 s. */
const patient = { poll: { timeout: 15_000 } }

/** The server's tests, run once on each database; a test of one database's own behaviour says so in its name. */
const onDatabase = (dialect: 'sqlite' | 'postgres', other: string) => ({
  resolve: { alias: cheapPasswords },
  test: {
    name: dialect,
    include: dialect === 'postgres' && isShortRun() ? onPostgresInShort : ['server/src/**/*.test.ts'],
    exclude: [
      ...everywhere,
      ...pure,
      `server/src/**/*.${other}.test.ts`,
      'server/src/**/*.objects.test.ts',
      ...(dialect === 'postgres' ? onSqliteAlone : []),
      ...(isShortRun() ? onlyInWholeRun : []),
    ],
    globalSetup: ['./tools/memory-disk.ts', ...(dialect === 'postgres' ? ['./tools/postgres/for-tests.ts'] : [])],
    env: { TEST_DIALECT: dialect, TZ: 'UTC' },
    // The server is read once in each process, not anew for each file: that is half of the time. A test that needs a
    // process of its own starts one.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: patient,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Races against the clock of a crowded machine get another try; what needed it is named by the reporter.
    retry: 1,
    projects: [
      {
        test: {
          name: 'component',
          expect: patient,
          include: inDocument,
          exclude: [...everywhere, ...slow],
          setupFiles: ['./tools/empty-document.ts'],
          env: { TZ: 'UTC' },
          isolate: false,
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'unit',
          expect: patient,
          include: ['{contract,ui,web,admin}/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', ...pure],
          exclude: [...everywhere, ...slow, ...inDocument, 'tools/faults/**'],
          setupFiles: ['./tools/empty-document.ts'],
          env: { TZ: 'UTC' },
          // To read the sources anew for each file took as long as the tests, and to build a document for each as long again.
          isolate: false,
          // Some start real processes, some read every source: seconds, and minutes on a machine full of other work.
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: slow,
          exclude: everywhere,
          env: { TZ: 'UTC' },
          testTimeout: 60_000,
          expect: patient,
        },
      },
      onDatabase('sqlite', 'postgres'),
      onDatabase('postgres', 'sqlite'),
      // The server's tests of files in an object store, where one can be brought.
      {
        resolve: { alias: cheapPasswords },
        test: {
          name: 'objects',
          include: ['server/src/**/*.objects.test.ts'],
          exclude: everywhere,
          globalSetup: ['./tools/memory-disk.ts', './tools/objects/for-tests.ts'],
          env: { TEST_DIALECT: 'sqlite', TZ: 'UTC' },
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'faults',
          expect: patient,
          include: ['tools/faults/**/*.test.ts'],
          exclude: everywhere,
          env: { TZ: 'UTC' },
          testTimeout: 300_000,
          // What was lost once is lost.
          retry: 0,
        },
      },
    ],
  },
})
