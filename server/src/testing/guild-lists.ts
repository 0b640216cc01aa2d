import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import type { School } from './test-app.ts'

/** The column indexes of the test lists. */
export const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null }

/** A guild with its teacher, and the administrator of the school. */
export const ledGuild = async (school: School) => {
  const { db } = school.app
  const guild = await aGuild(db, { name: '代码工坊' })
  const chen = await aUser(db, { nickname: '陈立群', roles: ['teacher'] })
  const head = await aUser(db, { nickname: '校长', roles: ['admin'] })
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  const teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  const admin = school.as(head, { audience: 'admin', role: 'admin' })
  return { guild, teacher, admin }
}

/** Confirms for a checked list that accounts with a different name for the same number are the same person. */
export const sameNames = async (send: School['send'], id: number): Promise<void> => {
  const { list } = await send(rosterAdmin.rows, { id, status: 'bad', limit: 100 })
  const asked = list.find(({ cause }) => cause === 'other_name')
  if (asked) await send(rosterAdmin.repair, { id, line: asked.line, keep: true, alike: true })
}

type Fixture = { school: School; guild: { id: number } }

/** Helpers that import a list for one guild and read the resulting people and members. */
export const guildLists = (at: () => Fixture) => {
  const people = () =>
    at()
      .school.app.db.selectFrom('users')
      .select(['username', 'real_name', 'organization_name', 'student_no'])
      .where('student_no', 'is not', null)
      .orderBy('id')
      .execute()
  const members = async () =>
    Number(
      (
        await at()
          .school.app.db.selectFrom('guilds')
          .select('member_count')
          .where('id', '=', at().guild.id)
          .executeTakeFirstOrThrow()
      ).member_count,
    )
  /** Reads, checks and applies a list as a leader of the guild; differing names are confirmed as the same person. */
  const imported = async (send: School['send'], text: string) => {
    const { id } = await send(rosterAdmin.read, { guild_id: at().guild.id, name: '名单.csv', text })
    await send(rosterAdmin.check, { id, has_header: true, mapping })
    await sameNames(send, id)
    await send(rosterAdmin.apply, { id, consent: true })
    await at().school.app.jobs.run('roster')
    return send(rosterAdmin.get, { id })
  }
  return { people, members, imported }
}
