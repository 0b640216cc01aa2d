import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Files that send by a timer or once more, and that no session binds. */
const bound: Readonly<Record<string, string>> = {
  'admin/src/features/review/use-open-work.ts': 'the lock of a page, in which nobody has written anything',
  'admin/src/features/setup/bring.ts': 'the key of the setup link, before anybody can log in',
  'admin/src/features/setup/restore-form.tsx': 'the same',
  'web/src/features/accounts/login-form.tsx': 'nobody is logged in; the timer counts down to the next code',
  'web/src/main.tsx': 'how every call is sent; the timer forgets answers',
  'web/src/start.ts': 'reads of the first page; the timer formats a date',
}

const sends = /ui\/send\.ts'|tus-js-client'|\bfetch\(/
const later = /\bset(Timeout|Interval)\(|\bretryDelays?\b|\btriesAgain\b/

test('nothing that somebody wrote is sent later, or once more, as who logs in next on the same computer', () => {
  const files = globSync('{web,admin}/src/**/*.{ts,tsx}', { cwd: root })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !/\.test\.tsx?$|\/testing\//.test(name))
  const late = files.filter((name) => {
    const source = readFileSync(join(root, name), 'utf8')
    return sends.test(source) && later.test(source)
  })
  const free = late.filter((name) => !/\bown-session\.ts'/.test(readFileSync(join(root, name), 'utf8')))
  expect(free.toSorted()).toEqual(Object.keys(bound).toSorted())
  // Uploads, saves and drafts are found by this.
  expect(late).toContain('admin/src/features/tasks/upload.ts')
  expect(late).toContain('web/src/features/submissions/tus-upload.ts')
})
