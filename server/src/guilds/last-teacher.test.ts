import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember, aPersonIn } from './factory.ts'
import { dropPosts } from './people-store.ts'

const none = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }

let school: School
let guild: { id: number }
let head: { id: number }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  head = await aUser(school.app.db, { roles: ['admin'] })
})
afterEach(() => school.close())

const admin = () => school.as(head, { audience: 'admin', role: 'admin' })
const takeOff = ({ id }: { id: number }) =>
  reasonOf(admin()(guildPeople.removeStaff, { guild_id: guild.id, user_id: id }))
const aTeacher = (status: 'normal' | 'disabled' = 'normal') =>
  aUser(school.app.db, { roles: ['teacher'], status }).then(async (user) => {
    await aMember(school.app.db, { guild_id: guild.id, user_id: user.id, role: 'teacher' })
    return user
  })
const staff = async () =>
  (await admin()(guildPeople.staff, { guild_id: guild.id })).map(({ user_id, role, can_review }) => [
    user_id,
    role,
    can_review,
  ])

test('an administrator can restrict and remove the assistants of a guild without a teacher', async () => {
  const { db } = school.app
  const teacher = await aTeacher()
  const assistant = await aUser(db, { roles: ['student', 'assistant'] })
  const part = { guild_id: guild.id, user_id: assistant.id, role: 'assistant', can_review: true } as const
  await aMember(db, part)
  const other = await aPersonIn(db, { guild_id: guild.id, role: 'assistant' })
  await db.transaction().execute((db) => dropPosts(db, teacher.id, 'teacher', school.clock.now()))
  await admin()(guildPeople.saveStaff, { guild_id: guild.id, who: assistant.username, role: 'assistant', ...none })
  expect(await takeOff(other)).toBe('done')
  expect(await staff()).toEqual([[assistant.id, 'assistant', false]])
  expect(await takeOff(assistant)).toBe('done')
  expect(await staff()).toEqual([])
})

test('the last teacher who can log in cannot be removed, a disabled teacher can', async () => {
  const [teacher, disabled] = [await aTeacher(), await aTeacher('disabled')]
  expect(await takeOff(teacher)).toBe('LAST_TEACHER')
  const bridle = { guild_id: guild.id, who: teacher.username, role: 'assistant', ...none } as const
  expect(await reasonOf(admin()(guildPeople.saveStaff, bridle))).toBe('LAST_TEACHER')
  expect(await takeOff(disabled)).toBe('done')
  expect((await staff()).map(([user_id]) => user_id)).toEqual([teacher.id])
})

test('the only teacher of a guild can be removed once disabled', async () => {
  expect(await takeOff(await aTeacher('disabled'))).toBe('done')
  expect(await staff()).toEqual([])
})
