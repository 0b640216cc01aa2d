import { criteriaSetsAdmin } from '@tongchuang/contract/criteria-sets.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseReasons } from './erase-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const criteria = [
  { label: '过程', description: '每一步都写', level_words: ['', '只有结果', '', '', '步骤和单位都有'] },
  { label: '书写', description: '', level_words: [] },
]

/** A guild with two teachers and an assistant, and a teacher of another one. */
const given = async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const staffed = async (guild_id: number, role: 'teacher' | 'assistant') => {
    const person = await aUser(db, { roles: [role] })
    await aMember(db, { guild_id, user_id: person.id, role })
    return { person, send: school.as(person, { audience: 'admin', role }) }
  }
  const elsewhere = await aGuild(db)
  return {
    db,
    guild_id: guild.id,
    elsewhere: elsewhere.id,
    teacher: await staffed(guild.id, 'teacher'),
    colleague: await staffed(guild.id, 'teacher'),
    assistant: await staffed(guild.id, 'assistant'),
    stranger: await staffed(elsewhere.id, 'teacher'),
  }
}

test('a set is its owner’s alone until it is shared with a guild; only the owner renames and removes it', async () => {
  const { guild_id, elsewhere, teacher, colleague, assistant, stranger } = await given()
  const { id } = await teacher.send(criteriaSetsAdmin.create, { title: '实验报告', criteria })
  const read = (send: typeof teacher.send) => send(criteriaSetsAdmin.list, { guild_id })
  expect(await read(teacher.send)).toEqual([{ id, title: '实验报告', guild_id: null, mine: true, criteria }])
  expect(await read(colleague.send)).toEqual([])

  await teacher.send(criteriaSetsAdmin.update, { id, title: '物理实验', guild_id })
  const shared = { id, title: '物理实验', guild_id, mine: false, criteria }
  expect(await read(colleague.send)).toEqual([shared])
  expect(await read(assistant.send)).toEqual([shared])
  expect(await reasonOf(read(stranger.send))).toBe('NOT_FOUND')
  expect(await stranger.send(criteriaSetsAdmin.list, {})).toEqual([])
  expect(await reasonOf(colleague.send(criteriaSetsAdmin.update, { id, title: '我的' }))).toBe('NOT_FOUND')
  expect(await reasonOf(colleague.send(criteriaSetsAdmin.remove, { id }))).toBe('NOT_FOUND')
  expect(await reasonOf(teacher.send(criteriaSetsAdmin.update, { id, guild_id: elsewhere }))).toBe('NOT_FOUND')
  expect(await reasonOf(assistant.send(criteriaSetsAdmin.create, { title: '共用', guild_id, criteria }))).toBe('ROLE')

  await teacher.send(criteriaSetsAdmin.update, { id, guild_id: null })
  expect(await read(colleague.send)).toEqual([])
  await teacher.send(criteriaSetsAdmin.remove, { id })
  expect(await reasonOf(teacher.send(criteriaSetsAdmin.remove, { id }))).toBe('NOT_FOUND')
  expect(await read(teacher.send)).toEqual([])
})

test('a person keeps at most fifty sets of one to eight criteria, and level sentences that are all empty are not stored', async () => {
  const { teacher, colleague } = await given()
  const keep = (title: string, kept = criteria) => teacher.send(criteriaSetsAdmin.create, { title, criteria: kept })
  const silent = await keep('空的', [{ label: '过程', description: '', level_words: ['', '', ''] }])
  expect(silent.criteria).toMatchObject([{ level_words: [] }])
  expect(await reasonOf(keep('没有', []))).toBe('INVALID')
  expect(
    await reasonOf(
      keep(
        '太多',
        Array.from({ length: 9 }, () => criteria[1]!),
      ),
    ),
  ).toBe('INVALID')
  expect(await reasonOf(keep('长'.repeat(41)))).toBe('INVALID')
  for (let n = 2; n <= 50; n += 1) await keep(`第${n}套`)
  expect(await reasonOf(keep('第51套'))).toBe('INVALID')
  expect(await teacher.send(criteriaSetsAdmin.list, {})).toHaveLength(50)
  await colleague.send(criteriaSetsAdmin.create, { title: '别人的第一套', criteria })
})

test('the sets of an erased person go, shared ones too', async () => {
  const { db, guild_id, teacher, colleague } = await given()
  await teacher.send(criteriaSetsAdmin.create, { title: '共用', guild_id, criteria })
  await colleague.send(criteriaSetsAdmin.create, { title: '留下的', guild_id, criteria })
  await db.transaction().execute((trx) => eraseReasons(trx, teacher.person.id))
  expect(await colleague.send(criteriaSetsAdmin.list, { guild_id })).toMatchObject([{ title: '留下的' }])
})
