import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { School } from './test-app.ts'
import type { Mapping } from '../roster/list-rules.ts'

/** The header row of such a list. */
export const head = '学籍号,姓名,行政班,班级/社团,身份'

type Fixture = { school: School; admin: School['send'] }

/** What an administrator does with a list of the whole school. */
export const schoolLists = (at: () => Fixture) => {
  const read = (text: string) => at().admin(rosterAdmin.read, { name: '全校名单.csv', text })
  const check = (id: number, mapping: Mapping) => at().admin(rosterAdmin.check, { id, has_header: true, mapping })
  const checked = async (text: string) => {
    const { id, mapping } = await read(text)
    return check(id, mapping!)
  }
  const apply = async (id: number) => {
    await at().admin(rosterAdmin.apply, { id, consent: true })
    await at().school.app.jobs.run('roster')
    return at().admin(rosterAdmin.get, { id })
  }
  const undo = async (id: number) => {
    await at().admin(rosterAdmin.undo, { id })
    await at().school.app.jobs.run('roster')
    return at().admin(rosterAdmin.get, { id })
  }
  const problemsOf = async (id: number) =>
    (await at().admin(rosterAdmin.rows, { id, status: 'bad', limit: 100 })).list.map(({ line, problem }) => [
      line,
      problem,
    ])
  const membersOf = async (name: string) =>
    (
      await at()
        .school.app.db.selectFrom('guild_members as gm')
        .innerJoin('guilds as g', 'g.id', 'gm.guild_id')
        .innerJoin('users as u', 'u.id', 'gm.user_id')
        .select(['u.username', 'gm.role'])
        .where('g.name', '=', name)
        .where('gm.status', '=', 'member')
        .orderBy('u.username')
        .execute()
    ).map(({ username, role }) => `${username} ${role}`)
  const guildNames = async () =>
    (await at().school.app.db.selectFrom('guilds').select('name').orderBy('name').execute()).map(({ name }) => name)
  return { read, check, checked, apply, undo, problemsOf, membersOf, guildNames }
}
