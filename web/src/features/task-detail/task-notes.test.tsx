// @vitest-environment happy-dom
import { questionResults } from '@tongchuang/contract/question-results.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf, type Part } from '@tongchuang/contract/testing/sample.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import { StatusNotes } from './status-notes.tsx'
import { TaskNotes } from './task-notes.tsx'
import { VersionList } from './version-list.tsx'

beforeAll(async () => {
  for (const part of ['inside', 'school', 'taskDetail'] as const) await loadTexts(part)
})

/** The page of a task whose one version was returned with 86. */
const returnedThen = (task: Part<StudentTask['task']>) =>
  sampleOf(studentTask.detail.output, {
    task: { max_score: 100, pass_line: 60, questions: [], criteria: [], guild_id: 1, id: 7, ...task },
    ...{ enrolment: { id: 3, excuse_reason: '' }, draft: null, appeal: null, extension: null },
    can: { share: true, appeal: false, submit: false },
    versions: [{ id: 5, version: 1, status: 'released', late: false, submitted_at: '2026-10-12T01:00:00.000Z' }],
    feedback: [
      {
        ...{ id: 9, submit_id: 5, version: 1, decision: 'return', score: 86, max_score: 100, late_deduction: 0 },
        ...{ marks: [], areas: [], voices: [], criteria: [], text: '把单位写上' },
        ...{ reviewer: { nickname: '陈立群', role: 'teacher' }, released_at: '2026-10-12T02:00:00.000Z' },
      },
    ],
  })

const wordsOf = async (page: StudentTask) => {
  const shown = await openPage(
    <ProfileContext value={aProfile({ id: 1 })}>
      <div id="shown">
        <TaskNotes page={page} open={() => undefined} />
        <VersionList page={page} type="main" open={() => undefined} />
      </div>
    </ProfileContext>,
  )
  const words = shown.all('#shown')[0]?.textContent ?? ''
  await shown.close()
  return words
}

test('a student whose work came back is asked to mend it, and its score is for now', async () => {
  const words = await wordsOf(returnedThen({ state: 'returned', score: null }))
  for (const said of ['老师请你修改', '重交后以新的结果为准', '已退回 · 暂定86分']) expect(words).toContain(said)
})

test('a student whose work came back although an earlier result stands reads that its score is for now', async () => {
  expect(await wordsOf(returnedThen({ state: 'returned', score: 70 }))).toContain('已退回 · 暂定86分')
})

test.each([
  ['passed', '通过了'],
  ['failed', '没有通过'],
] as const)(
  'a student whose time to mend a work is over reads what it has come to, and not that it can be handed in: %s',
  async (state, outcome) => {
    const words = await wordsOf(returnedThen({ state, score: 86 }))
    for (const said of [outcome, '把单位写上', '已退回 · 86分']) expect(words).toContain(said)
    for (const unsaid of ['请你修改', '暂定', '重交']) expect(words).not.toContain(unsaid)
  },
)

test.each([
  [true, '没有提交的草稿还在，可以申请延期。'],
  [false, '没有提交的草稿还在。'],
])(
  'a student whose task ran out is told to ask for more time only where they can: %s',
  async (ask_extension, words) => {
    const missed = returnedThen({ state: 'expired', score: null })
    const draft = { saved_at: '2026-10-12T01:00:00.000Z' }
    const can = { ...missed.can, ask_extension }
    const shown = await wordsOf(
      sampleOf(studentTask.detail.output, { ...missed, can, draft, versions: [], feedback: [] }),
    )
    expect(shown).toContain(`任务已经过期${words}`)
  },
)

test('a student whose task ran out in an archived guild with nothing written reads that, and no empty line', async () => {
  const missed = returnedThen({ state: 'expired', score: null })
  const can = { ...missed.can, ask_extension: false }
  const shown = await openPage(<StatusNotes page={{ ...missed, can, versions: [], feedback: [] }} />)
  expect(shown.all('li').map((one) => one.textContent)).toEqual(['任务已经过期'])
  expect(shown.all('p')).toEqual([])
  await shown.close()
})

test.each([
  ['expired', [5]],
  ['returned', []],
] as const)(
  'a student whose answers came back reads what is right once their time is over, and not before: %s',
  async (state, read) => {
    const asked: unknown[] = []
    connect(async ({ path, input }) => {
      if (path === questionResults.results.path) asked.push(input.submit_id)
      return { code: 0, msg: '没有找到', time: 0, data: { reason: 'NOT_FOUND' } }
    })
    const came = returnedThen({ state, score: null })
    const questions = [{ id: 'top', kind: 'number' as const, label: '顶点', required: true, points: 5 }]
    const shown = await openPage(
      <ProfileContext value={aProfile({ id: 1 })}>
        <TaskNotes page={{ ...came, task: { ...came.task, questions } }} open={() => undefined} />
      </ProfileContext>,
    )
    await shown.doing(() => import('./question-results.tsx'))
    await shown.doing(() => expect.poll(() => asked).toEqual(read))
    await shown.close()
  },
)

test('a student whose returned work ran out of time may appeal for seven days from then, not from the return', async () => {
  const page = returnedThen({ state: 'failed', score: 40 })
  const enrolment = { ...page.enrolment, return_due_at: '2026-10-20T04:00:00.000Z' }
  const can = { ...page.can, appeal: true }
  const words = await wordsOf(sampleOf(studentTask.detail.output, { ...page, enrolment, can }))
  expect(words).toContain('10月27日前可以申诉')
})

test('a student whose appeal was answered by another try reads that, and why', async () => {
  const page = returnedThen({ state: 'returned', score: null })
  const appeal = { status: 'reopened', text: '附件里有数据', answer: '补进正文再交' } as const
  const words = await wordsOf(sampleOf(studentTask.detail.output, { ...page, appeal }))
  for (const said of ['老师让你再交一次', '附件里有数据', '补进正文再交']) expect(words).toContain(said)
})
