import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { robotsAdmin } from '@tongchuang/contract/robots.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { whileWaitedFor } from '../testing/meanwhile.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember, anInvitation } from './factory.ts'
import { dropStaff } from './people-store.ts'
import { aRobot } from './robots/factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const aClass = async () => {
  const { db, config } = school.app
  const [teacher, other] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['teacher'] })]
  const [student, former, asking, invited] = [await aUser(db), await aUser(db), await aUser(db), await aUser(db)]
  const { id: guild_id } = await aGuild(db)
  for (const { id: user_id } of [teacher, other]) await aMember(db, { guild_id, user_id, role: 'teacher' })
  await aMember(db, { guild_id, user_id: student.id })
  await aMember(db, { guild_id, user_id: former.id, status: 'removed' })
  await aMember(db, { guild_id, user_id: asking.id, status: 'pending' })
  const invitation = await anInvitation(db, { guild_id, user_id: invited.id, invited_by: other.id })
  const robot = await aRobot(db, config.secret, { guild_id })
  const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const { id: announced } = await send(announcementsAdmin.save, { guild_id, title: '秋游', content: '周五' })
  return { teacher, other, student, former, asking, guild_id, invitation, robot, announced, send }
}
type Class = Awaited<ReturnType<typeof aClass>>

const nothing = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
const acts: Record<string, (of: Class) => Promise<unknown>> = {
  'removes a colleague': ({ send, guild_id, other }) => send(guildPeople.removeStaff, { guild_id, user_id: other.id }),
  'makes a student an assistant': ({ send, guild_id, student }) =>
    send(guildPeople.saveStaff, { guild_id, who: student.username, role: 'assistant', ...nothing }),
  'removes a student': ({ send, guild_id, student }) => send(guildPeople.remove, { guild_id, user_ids: [student.id] }),
  'brings a student back': ({ send, guild_id, former }) =>
    send(guildPeople.restore, { guild_id, user_ids: [former.id] }),
  'lets a student in': ({ send, guild_id, asking }) =>
    send(guildsAdmin.answerJoin, { guild_id, user_ids: [asking.id], admit: true }),
  'withdraws an invitation': ({ send, guild_id, invitation }) =>
    send(invitationsAdmin.withdraw, { guild_id, id: invitation.id }),
  'makes a new invite code': ({ send, guild_id }) => send(guildSettings.renewCode, { guild_id }),
  'announces something': ({ send, guild_id }) =>
    send(announcementsAdmin.save, { guild_id, title: '再见', content: '我不教了' }),
  'takes an announcement back': ({ send, guild_id, announced }) =>
    send(announcementsAdmin.takeBack, { guild_id, id: announced }),
  'removes an announcement': ({ send, guild_id, announced }) =>
    send(announcementsAdmin.remove, { guild_id, id: announced }),
  'silences a robot': ({ send, guild_id, robot }) =>
    send(robotsAdmin.switch, { guild_id, id: robot.id, enabled: false }),
  'removes a robot': ({ send, guild_id, robot }) => send(robotsAdmin.remove, { guild_id, id: robot.id }),
}

// On SQLite, transactions never overlap.
test.each(Object.entries(acts))('nobody %s while being removed from the staff', async (_what, act) => {
  const found = await aClass()
  const { guild_id, teacher } = found
  const goes = (db: School['app']['db']) => dropStaff(db, guild_id, teacher.id, school.clock.now())
  expect(await whileWaitedFor(school.app.db, goes, () => act(found))).toMatchObject({ reason: 'NOT_FOUND' })
})
