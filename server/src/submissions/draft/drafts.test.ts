import { randomUUID } from 'node:crypto'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aFile } from '../../files/factory.ts'
import { aTask } from '../../tasks/factory.ts'
import { refusal } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aStudentAtWork } from '../factory.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const key = () => randomUUID()
const as = (user: { id: number }) => school.as(user)

test('two tabs with one draft: the second reads both texts and nothing is overwritten', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const send = school.as(student)
  const base = { task_id: task.id, draft: true } as const
  expect(await send(submissions.submit, { ...base, content: '共同的开头' })).toEqual({
    draft_version: 1,
    saved_at: '2026-10-12T01:00:00.000Z',
  })
  school.clock.move(5_000)
  expect(await send(submissions.submit, { ...base, content: '左边的文字', base_version: 1 })).toMatchObject({
    draft_version: 2,
  })
  const refused = await refusal(send(submissions.submit, { ...base, content: '右边的文字', base_version: 1 }))
  expect(refused).toMatchObject({
    reason: 'CONFLICT',
    data: {
      draft_version: 2,
      saved_at: '2026-10-12T01:00:05.000Z',
      theirs: { content: '左边的文字', device: 'computer' },
    },
  })
  expect(
    (await refusal(send(submissions.submit, { task_id: task.id, content: '右边的文字', key: key() }))).reason,
  ).toBe('CONFLICT')
  expect((await send(submissions.draft, { task_id: task.id })).draft).toMatchObject({
    content: '左边的文字',
    draft_version: 2,
  })
  // A save whose answer was lost is retried: nothing can be lost, so nothing is refused.
  expect(await send(submissions.submit, { ...base, content: '左边的文字', base_version: 1 })).toMatchObject({
    draft_version: 2,
  })
  expect(
    await send(submissions.submit, { task_id: task.id, content: '右边的文字', base_version: 2, key: key() }),
  ).toMatchObject({ version: 1 })
  expect((await send(submissions.draft, { task_id: task.id })).draft).toBeNull()
})

test('twenty saves at once from one version are one save', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const send = school.as(student)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      refusal(send(submissions.submit, { task_id: task.id, draft: true, content: `第 ${n} 个窗口` })),
    ),
  )
  expect(answers.filter(({ reason }) => reason === 'done')).toHaveLength(1)
  expect(answers.filter(({ reason }) => reason === 'CONFLICT')).toHaveLength(19)
  expect(await db.selectFrom('drafts').select('draft_version').execute()).toEqual([{ draft_version: 1 }])
})

test('what was saved is handed in when nothing else is sent', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const file = await aFile(db, { owner_id: student.id })
  await as(student)(submissions.submit, {
    task_id: task.id,
    draft: true,
    title: '我的标题',
    content: '写好了',
    files: [file.id],
  })
  await as(student)(submissions.submit, { task_id: task.id, base_version: 1, key: key() })
  expect(await db.selectFrom('submissions').select(['title', 'content']).execute()).toEqual([
    { title: '我的标题', content: '写好了' },
  ])
  expect(await db.selectFrom('submission_files').select('file_id').execute()).toEqual([{ file_id: file.id }])
})

test('a draft that comes too late for a version does not come back behind it', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const send = school.as(student)
  await Promise.all([
    refusal(send(submissions.submit, { task_id: task.id, content: '成稿', key: key() })),
    refusal(send(submissions.submit, { task_id: task.id, content: '自动保存', draft: true })),
  ])
  const row = await db.selectFrom('enrolments').select(['state', 'draft_saved_at']).executeTakeFirstOrThrow()
  const drafts = await db.selectFrom('drafts').select('content').execute()
  expect(drafts).toHaveLength(row.state === 'doing' ? 1 : 0)
  expect(row.draft_saved_at === null).toBe(row.state === 'submitted')
})

test('giving up and taking the task again brings the draft back', async () => {
  const { db } = school.app
  const { student, guild } = await aStudentAtWork(db)
  const task = await aTask(db, { guild_id: guild.id })
  const send = school.as(student)
  await send(tasks.accept, { id: task.id })
  await send(submissions.submit, { task_id: task.id, draft: true, content: '还在' })
  await send(tasks.abort, { id: task.id })
  expect(
    (await refusal(send(submissions.submit, { task_id: task.id, draft: true, content: '不行', base_version: 1 })))
      .reason,
  ).toBe('STATE')
  await send(tasks.accept, { id: task.id })
  expect((await send(submissions.draft, { task_id: task.id })).draft).toMatchObject({
    content: '还在',
    draft_version: 1,
  })
})
