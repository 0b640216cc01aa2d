import { privacy } from '@tongchuang/contract/privacy.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { meeting } from '../testing/meeting.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { openRequest } from './store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const asked = async () => {
  const { db } = school.app
  const student = await aUser(db)
  await openRequest(db, { user_id: student.id, reason: '', now: school.clock.now() })
  const anAdmin = async () => school.as(await aUser(db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  const [one, other] = [await anAdmin(), await anAdmin()]
  const held = (holder: typeof db) =>
    holder.selectFrom('deletion_requests').select('id').where('user_id', '=', student.id).forUpdate().execute()
  const stateOf = async () => {
    const account = await db.selectFrom('users').select('status').where('id', '=', student.id).executeTakeFirstOrThrow()
    const request = await db
      .selectFrom('deletion_requests')
      .select('status')
      .where('user_id', '=', student.id)
      .executeTakeFirstOrThrow()
    return [account.status, request.status]
  }
  return {
    student,
    held,
    stateOf,
    approve: () => one(privacyAdmin.approve, { user_id: student.id }),
    refuse: () => other(privacyAdmin.refuse, { user_id: student.id, answer: '先办完转学手续' }),
    cancel: () => school.as(student)(privacy.askDeletion, { action: 'cancel' }),
  }
}

test('a student whose deletion one administrator approves while another refuses it can log in again', async () => {
  const { held, approve, refuse, stateOf } = await asked()
  expect(await meeting(school.app.db, held, [approve, refuse])).toEqual(['done', 'done'])
  expect(await stateOf()).toEqual(['normal', 'refused'])
})

test('an administrator who approves a deletion while another refuses it hears that it is decided', async () => {
  const { held, approve, refuse, stateOf } = await asked()
  expect(await meeting(school.app.db, held, [refuse, approve])).toEqual(['done', 'STATE'])
  expect(await stateOf()).toEqual(['normal', 'refused'])
})

test('a student who takes back their wish to be deleted while it is approved goes on using their account', async () => {
  const { held, approve, cancel, stateOf } = await asked()
  expect(await meeting(school.app.db, held, [cancel, approve])).toEqual(['done', 'STATE'])
  expect(await stateOf()).toEqual(['normal', 'cancelled'])
})
