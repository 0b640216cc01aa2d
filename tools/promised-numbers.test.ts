import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeBackMs } from '@tongchuang/contract/announcements.admin.ts'
import { editMinutes } from '@tongchuang/contract/discussions.ts'
import { defaultFileLimits } from '@tongchuang/contract/files.ts'
import { replyLength } from '@tongchuang/contract/guilds.ts'
import { maxVoices, maxVoiceSeconds } from '@tongchuang/contract/rules/voices.ts'
import { fewestComments, fewestResults } from '@tongchuang/contract/statistics.admin.ts'
import { taskLimits } from '@tongchuang/contract/task-editing.admin.ts'
import { expect, test } from 'vitest'
import { codeMs } from '../server/src/accounts/codes.ts'
import { sessionMs } from '../server/src/accounts/sessions.ts'
import { reportsToHold } from '../server/src/discussions/rules.ts'
import { readersAtLeast } from '../server/src/feedback/rules.ts'
import { trashMs } from '../server/src/files/sweep.ts'
import { undoClassMs } from '../server/src/guilds/class-joining-store.ts'
import { mostInAWeek } from '../server/src/guilds/invitations-store.ts'
import { mostAMinute, mostFailures } from '../server/src/guilds/robots/quiet-rules.ts'
import { staleMs } from '../server/src/guilds/robots/tell-robots.ts'
import { dayCap, experiencePoints } from '../server/src/ledger/rules.ts'
import { graceMs, unusedMs } from '../server/src/privacy/rules.ts'
import { fewest, resultsNeeded } from '../server/src/rankings/rules.ts'
import { APPEAL_MS, RETURN_DAYS } from '../server/src/reviews/rules.ts'
import { slipsUntil, undoUntil } from '../server/src/roster/rules.ts'
import { setupMinutes } from '../server/src/setup-link.ts'
import { REVIEW_MS } from '../server/src/submissions/review-lock.ts'
import { binMs } from '../server/src/tasks/editing/editing-rules.ts'
import { sealGraceMs } from '../server/src/tasks/rules.ts'
import { maxColumns, maxRows } from '../server/src/workers/sheet-limits.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]
const inWords = (n: number): string =>
  ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][n] ?? String(n)
const inHan = (n: number): string => [...'零一二三四五六七八九十'][n] ?? String(n)
const thousands = (n: number): string => n.toLocaleString('en-US')

const teacher = ['docs/handbook-teacher.md', 'docs/handbook-teacher.en.md'] as const
const student = ['docs/handbook-student.md', 'docs/handbook-student.en.md'] as const
/** The texts of a page in both languages. */
const web = (name: string) => [`web/src/locales/zh-CN/${name}.ts`, `web/src/locales/en-US/${name}.ts`] as const
const admin = (name: string) => [`admin/src/locales/zh-CN/${name}.ts`, `admin/src/locales/en-US/${name}.ts`] as const

/** Where a person reads a number of a rule, in which words, in Chinese and in English. */
type Said = readonly [files: readonly [string, string], zh: string, en: string]
const promises: Readonly<Record<string, readonly Said[]>> = {
  'a recording': [
    [
      teacher,
      `每段最长${maxVoiceSeconds / 60}分钟，一份最多${maxVoices}段`,
      `has ${inWords(maxVoiceSeconds / 60)} minutes at most, and a work ${inWords(maxVoices)} recordings`,
    ],
    [admin('voices'), `一份作品最多${maxVoices}段`, `At most ${maxVoices} for a work`],
    [admin('voices'), `最长${maxVoiceSeconds / 60}分钟`, `${maxVoiceSeconds / 60} minutes at most`],
  ],
  'an announcement': [
    [
      teacher,
      `${takeBackMs / minute} 分钟内可以「收回」`,
      `for ${inWords(takeBackMs / minute)} minutes you can recall it`,
    ],
    [
      admin('announcements'),
      `${takeBackMs / minute}分钟内可以收回`,
      `recalled for ${inWords(takeBackMs / minute)} minutes`,
    ],
    [teacher, `（${replyLength} 字以内，`, `(${replyLength} characters;`],
  ],
  'a note': [[student, `${editMinutes} 分钟内可以修改`, `for ${editMinutes} minutes while nobody has answered`]],
  'an appeal': [
    [student, `${APPEAL_MS / day} 天内可以「申诉」`, `**Appeal** within ${APPEAL_MS / day} days`],
    [admin('review'), `${APPEAL_MS / day}天内有效`, `within ${APPEAL_MS / day} days`],
  ],
  'a work that is reviewed': [
    [admin('review'), `对方离开${REVIEW_MS / minute}分钟后`, `${REVIEW_MS / minute} minutes after they leave`],
    [admin('review'), `不填就是${RETURN_DAYS}天后`, `in ${RETURN_DAYS} days`],
  ],
  'a draft at the end': [
    [web('submissions'), `会在${sealGraceMs / minute}分钟后自动提交`, `in about ${sealGraceMs / minute} minutes`],
    [admin('task-editor'), `${sealGraceMs / minute}分钟时间传完`, `devices have ${sealGraceMs / minute} minutes`],
  ],
  'the right answers': [
    [teacher, `停止提交后再等 ${sealGraceMs / minute} 分钟`, `begins ${inWords(sealGraceMs / minute)} minutes after`],
  ],
  'a task': [
    [teacher, `一个任务最多 ${taskLimits.questions} 题`, `a task has ${taskLimits.questions} questions at most`],
    [admin('task-editor'), `${binMs / day}天内可以恢复`, `restored for ${binMs / day} days`],
    [admin('tasks'), `${binMs / day}天内可以恢复`, `restored for ${binMs / day} days`],
  ],
  'a file': [
    [student, `单个不超过 ${defaultFileLimits.file_mb} MB`, `up to ${defaultFileLimits.file_mb} MB`],
    [['README.md', 'README.en.md'], `单个 ${defaultFileLimits.file_mb} MB`, `${defaultFileLimits.file_mb} MB each`],
    [admin('system'), `回收区留${trashMs / day}天`, `in the trash for ${trashMs / day} days`],
  ],
  'a list of students': [
    [
      teacher,
      `${undoUntil(0) / hour} 小时内可以「撤销导入」`,
      `For ${undoUntil(0) / hour} hours you can **Undo the import**`,
    ],
    [admin('roster'), `导入后${undoUntil(0) / hour}小时内可以撤销`, `undone for ${undoUntil(0) / hour} hours`],
    [teacher, `只保留 ${slipsUntil(0) / day} 天`, `are kept for ${slipsUntil(0) / day} days`],
    [admin('roster'), `保留${slipsUntil(0) / day}天`, `kept for ${slipsUntil(0) / day} days`],
    [admin('people'), `保留${slipsUntil(0) / day}天`, `kept for ${slipsUntil(0) / day} days`],
    [admin('roster'), `最多${thousands(maxRows)}行`, `at most ${thousands(maxRows)} rows`],
    [
      ['SECURITY.md', 'SECURITY.md'],
      `${maxRows} 行、${maxColumns} 列`,
      `${thousands(maxRows)} rows and ${maxColumns} columns`,
    ],
  ],
  'a whole class': [
    [
      teacher,
      `${undoClassMs / hour} 小时内可以在成员页「整批撤回」`,
      `within ${undoClassMs / hour} hours with **Take all out**`,
    ],
  ],
  'an invitation': [
    [teacher, `一周里最多收到${inHan(mostInAWeek)}次`, `more than ${inWords(mostInAWeek)} in a week`],
    [admin('guilds'), `邀请过${inHan(mostInAWeek)}次`, `invited ${inWords(mostInAWeek)} times`],
  ],
  'a robot': [
    [teacher, `连续 ${mostFailures} 次发不出去`, `After ${mostFailures} failures in a row`],
    [admin('robots'), `超过${mostAMinute}条`, `More than ${mostAMinute} in a minute`],
    [
      teacher,
      staleMs === 1.5 * day ? '一天半还不通就不再发' : '?',
      staleMs === 1.5 * day ? 'for a day and a half' : '?',
    ],
    [
      admin('robots'),
      staleMs === 1.5 * day ? '一天半还不通就不再发' : '?',
      staleMs === 1.5 * day ? 'after a day and a half' : '?',
    ],
  ],
  'what few have done': [
    [student, `人数不足 ${fewest} 人不排名`, `fewer than ${fewest} people`],
    [web('rankings'), `人数不足${fewest}人`, `Fewer than ${fewest} people`],
    [web('rankings'), `至少要有${resultsNeeded}个成绩`, `${resultsNeeded} results`],
    [teacher, `不足${fewestResults}份时不画分布`, `With fewer than ${inWords(fewestResults)} released results`],
    [teacher, `至少${inHan(fewestComments).replace('二', '两')}位同学`, `at least ${inWords(fewestComments)} students`],
    [web('guilds'), `至少${readersAtLeast}人写过`, `at least ${readersAtLeast} students have written`],
    [
      admin('notices'),
      `${inHan(reportsToHold)}个人举报会先隐藏`,
      `What ${inWords(reportsToHold)} people report is hidden`,
    ],
    [web('rankings'), `每天最多计${dayCap}经验`, `At most ${dayCap} XP a day`],
  ],
  'an account': [
    [
      web('center'),
      `${graceMs / day}天后，资料、文字和文件被彻底删除`,
      `After ${graceMs / day} days your personal data`,
    ],
    [admin('privacy'), `${graceMs / day}天后个人信息`, `After ${graceMs / day} days personal data`],
    [admin('privacy'), `${inHan(unusedMs / (365 * day))}年没有人登录`, `for ${inWords(unusedMs / (365 * day))} years`],
    [web('accounts'), `${codeMs / minute}分钟内有效`, `valid for ${codeMs / minute} minutes`],
    [admin('account'), `${codeMs / minute}分钟内有效`, `valid for ${codeMs / minute} minutes`],
    [admin('setup'), `链接${setupMinutes}分钟内有效`, `works for ${setupMinutes} minutes`],
    [['SECURITY.md', 'SECURITY.md'], `${sessionMs / hour} 小时失效`, `last ${sessionMs / hour} hours`],
  ],
}

test('the rules say what each kind of experience is worth, and how a robot speaks', () => {
  const rules = read('docs/rules.md')
  const untrue = Object.entries(experiencePoints).filter(
    ([kind, points]) => !new RegExp(String.raw`^\| \x60${kind}\x60[^|]*\| ${points}( ×[^|]*)? \|`, 'm').test(rules),
  )
  expect(untrue).toEqual([])
  expect(rules).toContain(`At most ${dayCap} a day, not counting`)
  expect(rules).toContain(`at most ${mostAMinute} messages a minute`)
  expect(rules).toContain(`dropped after ${staleMs / hour} hours`)
  expect(rules).toContain(`After ${mostFailures} failures in a row`)
})

test.each(Object.keys(promises))('people read the numbers of the rules: %s, in both languages', (about) => {
  const untrue = (promises[about] ?? []).flatMap(([[zhFile, enFile], zh, en]) => [
    ...(read(zhFile).includes(zh) ? [] : [`${zhFile}: ${zh}`]),
    ...(read(enFile).includes(en) ? [] : [`${enFile}: ${en}`]),
  ])
  // A rule that changes is told anew at each of these places.
  expect(untrue).toEqual([])
})
