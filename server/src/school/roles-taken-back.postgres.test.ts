import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { answerInvitation } from '../guilds/answer.ts'
import { aGuild, aMember, anInvitation } from '../guilds/factory.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { untilWaiting } from '../testing/waiting-for-locks.ts'
import type { Db } from '../db/schema.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

/** A teacher who also assists somewhere, and is invited to teach in a guild. */
const invited = async () => {
  const { db } = school.app
  const [guild, elsewhere] = [await aGuild(db), await aGuild(db)]
  const lead = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: lead.id, role: 'teacher' })
  const wang = await aUser(db, { roles: ['teacher', 'assistant'] })
  await aMember(db, { guild_id: elsewhere.id, user_id: wang.id, role: 'assistant' })
  const now = school.clock.now()
  const asked = { guild_id: guild.id, user_id: wang.id, invited_by: lead.id, role: 'teacher', created_at: now } as const
  const part = () =>
    db
      .selectFrom('guild_members')
      .select(['role', 'status'])
      .where('guild_id', '=', guild.id)
      .where('user_id', '=', wang.id)
      .executeTakeFirst()
  return { wang, invitation: await anInvitation(db, asked), part }
}

/** Commits a transaction once a call begun within it waits for it, or is done; returns the outcome of the call. */
const overlapping = async (first: (db: Db) => Promise<unknown>, second: () => Promise<unknown>) => {
  const { db } = school.app
  const holder = await db.startTransaction().execute()
  await first(holder)
  const outcome = refusal(second())
  await Promise.race([untilWaiting(db, 1), outcome])
  await holder.commit().execute()
  return (await outcome).reason
}

test('who accepts to teach while the role of a teacher is taken back does not lead the guild', async () => {
  const { wang, invitation, part } = await invited()
  const takenBack = await overlapping(
    (db) => db.deleteFrom('user_roles').where('user_id', '=', wang.id).where('role', '=', 'teacher').execute(),
    () =>
      school.as(wang, { audience: 'admin', role: 'assistant' })(invitationsAdmin.answer, {
        id: invitation.id,
        accept: true,
      }),
  )
  expect([takenBack, await part()]).toEqual(['ROLE', undefined])
})

test('an administrator who takes the role of a teacher back ends the post that is accepted at that moment', async () => {
  const { wang, invitation, part } = await invited()
  const admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  const taken = await overlapping(
    (db) =>
      answerInvitation(db, school.app.events, {
        id: invitation.id,
        accept: true,
        user_id: wang.id,
        now: school.clock.now(),
      }),
    () => admin(staffAdmin.setRoles, { user_id: wang.id, roles: ['assistant'] }),
  )
  expect([taken, await part()]).toEqual(['done', { role: 'student', status: 'left' }])
})
