import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild } from './factory.ts'

let school: School
let guild: { id: number }
let head: { id: number }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  head = await aUser(school.app.db, { roles: ['admin'] })
})
afterEach(() => school.close())

const appoint = (who: string) =>
  refusal(
    school.as(head, { audience: 'admin', role: 'admin' })(guildPeople.saveStaff, {
      ...{ guild_id: guild.id, who, role: 'assistant' },
      ...{ can_review: true, can_moderate: false, can_admit: false, can_see_grades: false },
    }),
  )
const staff = async () =>
  (await school.app.db.selectFrom('guild_members').select('user_id').execute()).map(({ user_id }) => user_id)

test('a number that is also another person’s user name appoints nobody', async () => {
  const { db } = school.app
  const meant = await aUser(db, { username: 'lin', student_no: 'B2021001' })
  await aUser(db, { username: 'b2021001' })
  expect(await appoint('B2021001')).toMatchObject({ reason: 'INVALID', data: { field: 'who' } })
  expect(await staff()).toEqual([])
  expect(await appoint('lin')).toMatchObject({ reason: 'done' })
  expect(await staff()).toEqual([meant.id])
})

test('a number that is also a user name appoints nobody even if the account with the number is disabled', async () => {
  const { db } = school.app
  await aUser(db, { username: 'lin', student_no: 'B2021001', status: 'disabled' })
  await aUser(db, { username: 'b2021001' })
  expect(await appoint('B2021001')).toMatchObject({ reason: 'INVALID', data: { field: 'who' } })
  expect(await staff()).toEqual([])
})

test('a number typed with full-width digits or a space is found', async () => {
  const meant = await aUser(school.app.db, { username: 'lin', student_no: '2021002' })
  expect(await appoint(' ２０２１ ００２')).toMatchObject({ reason: 'done' })
  expect(await staff()).toEqual([meant.id])
})

test('a number typed in another case is found', async () => {
  const meant = await aUser(school.app.db, { username: 'lin', student_no: 'B2021001' })
  expect(await appoint('b2021001')).toMatchObject({ reason: 'done' })
  expect(await staff()).toEqual([meant.id])
})
