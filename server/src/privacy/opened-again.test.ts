import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { samplePassword } from '../sample-password.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 24 * 3_600_000
let school: School
let student: { id: number }
let head: { id: number }
beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db, { nickname: '林雨桐', password: samplePassword })
  head = await aUser(school.app.db, { roles: ['admin'] })
  await school.as(student)(privacy.askDeletion, { action: 'ask', password: samplePassword })
  await admin()(privacyAdmin.approve, { user_id: student.id })
})
afterEach(() => school.close())

const admin = () => school.as(head, { audience: 'admin', role: 'admin' })
const account = () =>
  school.app.db
    .selectFrom('users')
    .select(['nickname', 'status'])
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow()
const monthLater = async () => {
  school.clock.move(31 * day)
  await school.app.jobs.run('privacy.erase')
}

test('an account whose deletion was approved opens only by calling that off, and then nobody erases it', async () => {
  const open = { user_id: student.id, disabled: false }
  expect(await reasonOf(admin()(peopleAdmin.setDisabled, open))).toBe('DELETION_APPROVED')
  expect(await account()).toEqual({ nickname: '林雨桐', status: 'disabled' })
  await admin()(privacyAdmin.refuse, { user_id: student.id, answer: '同学回来了' })
  await admin()(peopleAdmin.setDisabled, { user_id: student.id, disabled: true })
  expect(await admin()(peopleAdmin.setDisabled, open)).toMatchObject({ disabled: false })
  await monthLater()
  expect(await account()).toEqual({ nickname: '林雨桐', status: 'normal' })
})

test('what is left of an erased student is not opened again', async () => {
  await monthLater()
  expect(await reasonOf(admin()(peopleAdmin.setDisabled, { user_id: student.id, disabled: false }))).toBe(
    'DELETION_APPROVED',
  )
  expect(await account()).toEqual({ nickname: '已注销同学', status: 'disabled' })
})

test('an account of a student who was made staff after the approval is not opened either', async () => {
  await admin()(staffAdmin.setRoles, { user_id: student.id, roles: ['assistant'] })
  expect(await reasonOf(admin()(staffAdmin.setDisabled, { user_id: student.id, disabled: false }))).toBe(
    'DELETION_APPROVED',
  )
  expect((await account()).status).toBe('disabled')
})

test('nobody is erased whose account was open already when opening was not yet refused', async () => {
  await school.app.db.updateTable('users').set({ status: 'normal' }).where('id', '=', student.id).execute()
  await monthLater()
  expect(await account()).toEqual({ nickname: '林雨桐', status: 'normal' })
  expect((await admin()(privacyAdmin.list, { status: 'approved' })).list).toMatchObject([{ user_id: student.id }])
})
