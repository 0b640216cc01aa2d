import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { key } from '../testing/handing-in.ts'
import { meeting } from '../testing/meeting.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aStudentAtWork } from './factory.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const db = () => school.app.db

/** A student whose draft is open on two devices; both have read its first version. */
const aDraftOnTwoDevices = async () => {
  const { student, task, row } = await aStudentAtWork(db())
  const send = school.as(student)
  await send(submissions.submit, { task_id: task.id, draft: true, content: '开头' })
  const base = { task_id: task.id, base_version: 1 }
  return {
    save: () => send(submissions.submit, { ...base, draft: true, content: '手机上又写了一段' }),
    handIn: () => send(submissions.submit, { ...base, content: '电脑上的', key: key() }),
    draft: async () => (await send(submissions.draft, { task_id: task.id })).draft?.content,
    holding: (holder: ReturnType<typeof db>) =>
      holder.selectFrom('enrolments').select('id').where('id', '=', row.id).forUpdate().execute(),
  }
}

test('a submission is refused with CONFLICT if another device saves the draft at that moment, and the draft is kept', async () => {
  const { save, handIn, draft, holding } = await aDraftOnTwoDevices()
  expect(await meeting(db(), holding, [save, handIn])).toEqual(['done', 'CONFLICT'])
  expect(await draft()).toBe('手机上又写了一段')
})

test('saving a draft right after a submission from another device is refused with STATE', async () => {
  const { save, handIn, holding } = await aDraftOnTwoDevices()
  expect(await meeting(db(), holding, [handIn, save])).toEqual(['done', 'STATE'])
})
