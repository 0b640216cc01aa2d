import { keysOf } from '@tongchuang/contract/records.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fieldOf } from '../../fields.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { emptyBin } from './lifecycle.ts'
import { staffedGuild, taskWriting } from '../../testing/task-writing.ts'

const hour = 3_600_000
const day = 24 * hour
const now = firstBell

let school: School
let guild: { id: number }
let student: { id: number }
let teacher: { id: number }
let assistant: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  ;({ guild, student, teacher, assistant } = await staffedGuild(school))
})
afterAll(() => school.close())

const { db, staff, task } = taskWriting(() => ({ school, guild, teacher }))

type Act = 'publish' | 'unpublish' | 'open' | 'close' | 'archive' | 'trash' | 'restore' | 'update'
/** What becomes of a task: status × act; a dash is a refusal with STATE. */
const life: Record<'draft' | 'scheduled' | 'open' | 'closed' | 'archived' | 'trashed', Record<Act, string>> = {
  draft: {
    publish: 'scheduled',
    unpublish: '-',
    open: 'open',
    close: '-',
    archive: '-',
    trash: 'trashed',
    restore: '-',
    update: 'draft',
  },
  scheduled: {
    publish: 'scheduled',
    unpublish: 'draft',
    open: 'open',
    close: '-',
    archive: '-',
    trash: 'trashed',
    restore: '-',
    update: 'scheduled',
  },
  open: {
    publish: '-',
    unpublish: '-',
    open: 'open',
    close: 'closed',
    archive: '-',
    trash: 'trashed',
    restore: '-',
    update: 'open',
  },
  closed: {
    publish: '-',
    unpublish: '-',
    open: 'open',
    close: 'closed',
    archive: 'archived',
    trash: 'trashed',
    restore: '-',
    update: 'closed',
  },
  archived: {
    publish: '-',
    unpublish: '-',
    open: '-',
    close: '-',
    archive: 'archived',
    trash: 'trashed',
    restore: '-',
    update: '-',
  },
  trashed: {
    publish: '-',
    unpublish: '-',
    open: '-',
    close: '-',
    archive: '-',
    trash: 'trashed',
    restore: 'draft',
    update: '-',
  },
}

describe('the life of a task', () => {
  test.each(Object.entries(life))('%s', async (status, wanted) => {
    const got: Record<string, string> = {}
    for (const act of keysOf(wanted)) {
      const open_at = status === 'draft' || status === 'scheduled' ? now + hour : null
      const { id } = await task({ status: status as 'draft', open_at })
      const by = staff()
      const call =
        act === 'update'
          ? by(taskEditing.update, { id, base_version: 0 })
          : act === 'open' || act === 'close'
            ? by(tasksAdmin[act], { id })
            : by(taskEditing[act], { id })
      got[act] = await call.then(
        (answer) => String(fieldOf(answer, 'status')),
        (error: { reason: string }) => (error.reason === 'STATE' ? '-' : error.reason),
      )
    }
    expect(got).toEqual(wanted)
  })

  test('an assistant words the drafts of a teacher; beginning, publishing and closing are the teacher’s', async () => {
    const by = staff(assistant, 'assistant')
    const { id } = await staff()(taskEditing.create, { guild_id: guild.id, title: '老师起草' })
    expect(await reasonOf(by(taskEditing.create, { guild_id: guild.id, title: '助教起草' }))).toBe('ROLE')
    expect(await reasonOf(by(taskEditing.copy, { id }))).toBe('ROLE')
    expect(await by(taskEditing.update, { id, base_version: 0, content: '说明' })).toMatchObject({ may_lead: false })
    expect(await reasonOf(by(taskEditing.publish, { id }))).toBe('ROLE')
    await staff()(taskEditing.publish, { id })
    expect(await reasonOf(by(taskEditing.update, { id, base_version: 1, title: '偷改' }))).toBe('ROLE')
    expect(await reasonOf(by(taskEditing.trash, { id }))).toBe('ROLE')
  })

  test('the bin: no student finds the task, it comes back as it was, and after 30 days it is gone', async () => {
    const { id } = await task()
    await staff()(taskEditing.trash, { id })
    expect(await reasonOf(school.as(student)(studentTask.detail, { id }))).toBe('NOT_FOUND')
    expect((await staff()(taskListsAdmin.tasks, { guild_id: guild.id })).list).toEqual([])
    expect((await staff()(taskListsAdmin.tasks, { guild_id: guild.id, status: 'trashed' })).list).toHaveLength(1)
    expect(await staff()(taskEditing.restore, { id })).toMatchObject({ status: 'open', trashed_at: null })
    await staff()(taskEditing.trash, { id })
    await emptyBin(db(), now + 30 * day)
    expect(await staff()(taskEditing.form, { id })).toMatchObject({ status: 'trashed' })
    await emptyBin(db(), now + 30 * day + 1)
    expect(await reasonOf(staff()(taskEditing.form, { id }))).toBe('NOT_FOUND')
  })
})
