import { expect, test } from 'vitest'
import { contentViolations } from './content.ts'

// Addresses, references and silenced checks: what a line may not say, wherever it stands.

test.each<[what: string, path: string, text: string, complaint: RegExp]>([
  [
    'an address of a page',
    'web/src/pages/square-page.tsx',
    'const link = `/square/task_detail/${guild}?task=${id}`',
    /address of a page/,
  ],
  [
    'an address behind a base',
    'server/src/mail/mail.ts',
    'const link = `${base}/works/index?work=${id}`',
    /address of a page/,
  ],
  ['an address below the mount', 'server/src/mail/mail.ts', "const link = '/admin/review?task=3'", /address of a page/],
  ['the mount itself', 'server/src/setup-page.ts', "site.mount === '/admin'", /address of a page/],
  [
    'an address of the admin site',
    'server/src/submissions/waiting/staff-notices.ts',
    "const link = '/review?task=3'",
    /address of a page/,
  ],
  ['a page that a reader has not', 'server/src/accounts/codes.ts', '// Behaviour 4.10.', /cites Behaviour 4.10/],
  ['a section of nothing', 'ui/src/session.ts', '/** A day: section 9. */', /cites section 9/],
  ['a transition that there is not', 'server/src/tasks/rules.ts', '/** T19: what else. */', /cites T19/],
  ['one in the middle of a sentence', 'server/src/tasks/rules.ts', '// Ends it as T9 does, or T19.', /cites T19/],
  [
    'a line that the formatter does not break',
    'server/src/tasks/rules.ts',
    'a() // oxfmt-ignore',
    /from the formatter/,
  ],
  ['a test left out', 'ui/src/a.test.ts', "test.skip('a student reads', () => {})", /without a word/],
  ['one left out on a system', 'ui/src/a.test.ts', "  test.skipIf(isWindows)('a student reads', f)", /without a word/],
  ['all tests but one left out', 'ui/src/a.test.ts', "test.only('a student reads', f)", /without a word/],
  [
    'a second rule that is silenced for no reason',
    'ui/src/button.tsx',
    '// oxlint-disable-next-line a -- why\n// oxlint-disable-next-line b\n',
    /without a reason: oxlint-disable-next-line b/,
  ],
  ['a silenced compiler', 'ui/src/field.tsx', '// @ts-ignore\n', /silences the compiler/],
  [
    'a silenced rule without a reason',
    'ui/src/field.tsx',
    '// oxlint-disable-next-line no-alert\n',
    /without a reason/,
  ],
])('the architecture refuses %s', (_what, path, text, complaint) => {
  expect(contentViolations({ path, text }).filter((line) => complaint.test(line))).toHaveLength(1)
})
