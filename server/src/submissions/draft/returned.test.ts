import { randomUUID } from 'node:crypto'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aFile } from '../../files/factory.ts'
import { refusal } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aStudentAtWork } from '../factory.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const key = () => randomUUID()

/** A student who saves 「电脑上」 on the computer and then submits more on the phone; the work is returned. */
const returnedFromPhone = async () => {
  const { db } = school.app
  const { student, task, row } = await aStudentAtWork(db)
  const send = school.as(student)
  const file = await aFile(db, { owner_id: student.id })
  const onComputer = await send(submissions.submit, { task_id: task.id, draft: true, content: '电脑上' })
  expect(onComputer).toMatchObject({ draft_version: 1 })
  const given = { task_id: task.id, content: '手机上又写了很多', files: [file.id], share: 'guild' as const }
  const sent = await send(submissions.submit, { ...given, base_version: 1, key: key() })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  await db
    .updateTable('enrolments')
    .set({ state: 'returned', return_due_at: school.clock.now() + 3_600_000 })
    .where('id', '=', row.id)
    .execute()
  return { send, task, file, given, submit_id }
}

test.each(['a draft', 'a version'])(
  'a student whose computer has not heard of the work that came back is asked before %s goes over it',
  async (what) => {
    const { send, task, file } = await returnedFromPhone()
    const old = {
      task_id: task.id,
      content: '电脑上，改了一个字',
      ...(what === 'a draft' ? { draft: true } : { key: key() }),
    }
    for (const base_version of [0, 1]) {
      const refused = await refusal(send(submissions.submit, { ...old, base_version }))
      expect(refused).toMatchObject({
        reason: 'CONFLICT',
        data: {
          draft_version: 2,
          theirs: {
            title: '',
            content: '手机上又写了很多',
            files: [{ id: file.id }],
            share: 'guild',
            statement: false,
            device: 'version',
            draft_version: 2,
          },
        },
      })
    }
    expect((await send(submissions.draft, { task_id: task.id })).draft).toBeNull()
    // Whoever was asked, and knows both, decides.
    const decided = await send(submissions.submit, { ...old, base_version: 2 })
    expect(decided).toMatchObject(what === 'a draft' ? { draft_version: 3 } : { version: 2 })
  },
)

test('a student who goes on from the work that came back is asked nothing, and begins with its number', async () => {
  const { send, task, submit_id } = await returnedFromPhone()
  const { draft_version, content } = await send(studentTask.submission, { id: submit_id })
  expect([draft_version, content]).toEqual([2, '手机上又写了很多'])
  const base_version = draft_version ?? 0
  expect(
    await send(submissions.submit, { task_id: task.id, draft: true, content: '手机上又写了很多，改好', base_version }),
  ).toMatchObject({ draft_version: 3 })
})

test('a student whose computer has the very text that was handed in on the phone is asked nothing', async () => {
  const { send, given } = await returnedFromPhone()
  expect(
    await send(submissions.submit, {
      ...given,
      draft: true,
      statement: true,
      base_version: 1,
    }),
  ).toMatchObject({ draft_version: 3 })
})

test('each submission gets another draft number, also without a draft in between', async () => {
  const { send, task, submit_id } = await returnedFromPhone()
  const first = await send(studentTask.submission, { id: submit_id })
  const sent = await send(submissions.submit, {
    task_id: task.id,
    content: '第二版',
    base_version: first.draft_version ?? 0,
    key: key(),
  })
  const second = await send(studentTask.submission, { id: 'submit_id' in sent ? sent.submit_id : 0 })
  expect(second.draft_version).toBe((first.draft_version ?? 0) + 1)
  // Withdrawn, the version becomes the draft of that number: a page that has not loaded it builds on an older state.
  await send(submissions.withdraw, { submit_id: second.id })
  expect((await send(submissions.draft, { task_id: task.id })).draft).toMatchObject({
    content: '第二版',
    draft_version: second.draft_version,
  })
})
