import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, anInvitation } from '../guilds/factory.ts'
import { aProvider } from '../providers/factory.ts'
import { addIdentity } from '../providers/identities-store.ts'
import { samplePassword } from '../sample-password.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseEverything } from './erase.ts'
import { ownProfile } from './own-data.ts'
import { ownCopies, unzip } from '../testing/own-copies.ts'

const day = 24 * 3_600_000
let school: School
let student: { id: number }
let admin: { id: number }
beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db, { nickname: '林雨桐', real_name: '林雨桐', password: samplePassword })
  admin = await aUser(school.app.db, { roles: ['admin'] })
})
afterEach(() => school.close())

const asAdmin = () => school.as(admin, { audience: 'admin', role: 'admin' })

const { aYear, download } = ownCopies(() => ({ school, student }))

test('an export holds everything of one’s own and nothing held or of others, and opens for its owner alone', async () => {
  const { file, mate } = await aYear()
  const send = school.as(student)
  expect((await send(privacy.exported)).status).toBe('none')
  expect((await send(privacy.export)).status).toBe('waiting')
  expect((await send(privacy.export)).status).toBe('waiting')
  await school.app.jobs.run('privacy.export')
  const { status, link } = await send(privacy.exported)
  expect(status).toBe('ready')
  const answer = await download(link, student)
  expect(answer.headers['content-type']).toBe('application/zip')
  const texts = await unzip(answer.rawPayload)
  const everything = [...texts].flat().join('\n')
  for (const own of ['林雨桐', '先数人，再记时间。', '假设写得好。', '排队记录', '等着的作品', '"score":88'])
    expect(everything).toContain(own)
  for (const secret of ['97.25', '还没公布的评语', '同学的作品', '同学的平板', 'argon2'])
    expect(everything).not.toContain(secret)
  const names = [...texts.keys()]
  expect(names.find((name) => name.endsWith(`${file.id}-三天_数据.txt`))).toBeDefined()
  for (const name of names.filter((name) => name.endsWith('.json')))
    expect(() => JSON.parse(texts.get(name) ?? ''), name).not.toThrow()

  expect((await download(link, mate)).json()).toMatchObject({ data: { reason: 'NOT_FOUND' } })
  expect(
    (await download(link?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) ?? null, student)).json(),
  ).toMatchObject({ data: { reason: 'NOT_FOUND' } })
  school.clock.move(16 * 60_000)
  expect((await download(link, student)).json()).toMatchObject({ data: { reason: 'NOT_FOUND' } })
  const later = (await send(privacy.exported)).link
  const folder = join(school.app.config.dataDir, 'exports')
  for (const name of await readdir(folder)) await rename(join(folder, name), join(folder, `${name}.away`))
  expect((await download(later, student)).json()).toMatchObject({ data: { reason: 'NOT_FOUND' } })
  for (const name of await readdir(folder)) await rename(join(folder, name), join(folder, name.replace('.away', '')))
  expect((await download(later, student)).statusCode).toBe(200)
  school.clock.move(3 * day)
  await school.app.jobs.run('privacy.export')
  expect((await download(later, student)).json()).toMatchObject({ data: { reason: 'NOT_FOUND' } })
})

test('the record says that a student asked for a copy and for deletion, without their words, and from where only until they are erased', async () => {
  const send = school.as(student)
  await send(privacy.export)
  await send(privacy.askDeletion, { action: 'ask', password: samplePassword, reason: '转学到外地了' })
  await expect(send(privacy.askDeletion, { action: 'ask', password: 'a wrong one' })).rejects.toMatchObject({
    reason: 'WRONG_PASSWORD',
  })
  await send(privacy.exported)
  const recorded = () =>
    school.app.db
      .selectFrom('audit_entries')
      .select(['call', 'role', 'input', 'outcome', 'address'])
      .where('user_id', '=', student.id)
      .orderBy('id')
      .execute()
  const about = { role: 'student', address: '127.0.0.1' }
  expect(await recorded()).toEqual([
    { ...about, call: '/api/student/export', input: '{}', outcome: 'DONE' },
    { ...about, call: '/api/student/delete_request', input: '{"action":"ask"}', outcome: 'DONE' },
    { ...about, call: '/api/student/delete_request', input: '{"action":"ask"}', outcome: 'WRONG_PASSWORD' },
  ])
  const { list } = await school.as(await aUser(school.app.db, { roles: ['admin'] }), {
    audience: 'admin',
    role: 'admin',
  })(auditAdmin.list, {
    call: '/api/student/export',
  })
  expect(list).toMatchObject([{ nickname: '林雨桐', role: 'student' }])
  await school.app.db
    .transaction()
    .execute((db) =>
      eraseEverything(
        db,
        { dialect: school.app.database.dialect, events: school.app.events },
        student.id,
        school.clock.now(),
      ),
    )
  expect((await recorded()).map(({ address }) => address)).toEqual(['', '', ''])
})

test('three exports a day and no more', async () => {
  const send = school.as(student)
  for (let at = 0; at < 3; at += 1) {
    await send(privacy.export)
    await school.app.jobs.run('privacy.export')
  }
  await expect(send(privacy.export)).rejects.toMatchObject({ reason: 'TOO_FAST' })
})

test('a copy that did not come along with a restored school is not offered, and another is made', async () => {
  const send = school.as(student)
  await send(privacy.export)
  await school.app.jobs.run('privacy.export')
  const { folder } = school.app.stores.exports
  await rm(folder!, { recursive: true })
  expect(await send(privacy.exported)).toMatchObject({ status: 'none', link: null })
  await send(privacy.export)
  await school.app.jobs.run('privacy.export')
  const { status, link } = await send(privacy.exported)
  expect([status, (await download(link, student)).statusCode]).toEqual(['ready', 200])
})

test('a copy that was made the day after it was asked for is there until the moment that is named', async () => {
  await school.as(student)(privacy.export)
  // Days pass, so each step has a session of its own.
  const state = () => school.as(student)(privacy.exported)
  school.clock.move(day)
  await school.app.jobs.run('privacy.export')
  const until = Date.parse((await state()).until ?? '')
  school.clock.move(until - 60_000 - school.clock.now())
  await school.app.jobs.run('privacy.export')
  expect((await state()).status).toBe('ready')
  school.clock.move(60_000)
  await school.app.jobs.run('privacy.export')
  expect((await state()).status).toBe('none')
})

test('a student asks for deletion with the password, takes it back, and the inbox follows', async () => {
  const send = school.as(student)
  await expect(send(privacy.askDeletion, { action: 'ask', password: 'not my password' })).rejects.toMatchObject({
    reason: 'WRONG_PASSWORD',
  })
  await expect(send(privacy.askDeletion, { action: 'cancel' })).rejects.toMatchObject({ reason: 'STATE' })
  const asked = await Promise.all(
    [1, 2].map(() => send(privacy.askDeletion, { action: 'ask', password: samplePassword, reason: '转学了' })),
  )
  expect(asked.map(({ status }) => status)).toEqual(['open', 'open'])
  expect((await asAdmin()(privacyAdmin.list, {})).list).toMatchObject([
    { user_id: student.id, reason: '转学了', status: 'open' },
  ])
  const mate = school.as(await aUser(school.app.db, { password: samplePassword }))
  expect(await mate(privacy.deletion)).toMatchObject({ status: 'none' })
  const todos = () =>
    school.app.db.selectFrom('messages').select(['user_id', 'kind']).where('type', '=', 'todo').execute()
  expect(await todos()).toEqual([{ user_id: admin.id, kind: 'deletion.asked' }])
  expect((await send(privacy.askDeletion, { action: 'cancel' })).status).toBe('none')
  expect(await todos()).toEqual([])
  expect((await asAdmin()(privacyAdmin.list, {})).total).toBe(0)
})

test('invitations are in the copy of one’s own data, and gone with the account', async () => {
  const { db, jobs } = school.app
  const guild = await aGuild(db, { name: '晨读小组' })
  const mate = await aUser(db, { nickname: '别人' })
  await anInvitation(db, {
    guild_id: guild.id,
    user_id: student.id,
    invited_by: admin.id,
    title: '朗诵助教',
    role: 'assistant',
  })
  await anInvitation(db, { guild_id: guild.id, user_id: mate.id, invited_by: admin.id })
  await school.as(student)(privacy.export)
  await jobs.run('privacy.export')
  const { link } = await school.as(student)(privacy.exported)
  const own = JSON.parse((await unzip((await download(link, student)).rawPayload)).get('资料.json') ?? '') as {
    invitations: unknown[]
  }
  expect(own.invitations).toMatchObject([{ name: '晨读小组', role: 'assistant', title: '朗诵助教', status: 'waiting' }])

  await db
    .transaction()
    .execute((trx) =>
      eraseEverything(trx, { dialect: school.app.database.dialect, events: school.app.events }, student.id, 0),
    )
  expect(await db.selectFrom('guild_invitations').select('user_id').execute()).toEqual([{ user_id: mate.id }])
})

test('accounts at other systems stand in the own data, and go with the account', async () => {
  const { db, config, database, events } = school.app
  const provider = await aProvider(db, config.secret, { kind: 'cas', address: 'https://cas.school.example' })
  const link = { user_id: student.id, provider_id: provider.id, subject: 'u-1', label: '林雨桐', linked_at: 1 } as const
  await addIdentity(db, { ...link, how: 'password' })
  const mate = await aUser(db)
  await addIdentity(db, { ...link, user_id: mate.id, subject: 'u-2', label: '同学', how: 'password' })
  expect((await ownProfile(db, student.id)).identities).toMatchObject([{ subject: 'u-1', label: '林雨桐' }])
  expect((await ownProfile(db, mate.id)).identities).toMatchObject([{ subject: 'u-2' }])
  await db
    .transaction()
    .execute((db) => eraseEverything(db, { dialect: database.dialect, events }, student.id, school.clock.now()))
  expect(await db.selectFrom('identities').select('user_id').execute()).toEqual([{ user_id: mate.id }])
})
