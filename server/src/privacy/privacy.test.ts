import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { fromBuffer, type Entry } from 'yauzl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSession, aUser } from '../accounts/factory.ts'
import { findWords } from '../db/text-index.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember, anInvitation } from '../guilds/factory.ts'
import { aProvider } from '../providers/factory.ts'
import { addIdentity } from '../providers/identities-store.ts'
import { samplePassword } from '../sample-password.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { watchedNeighbours } from '../testing/matrix/neighbours.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseEverything } from './erase.ts'
import { ownProfile } from './own-data.ts'

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

/** The texts in a ZIP by name. */
const unzip = (bytes: Buffer): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    const texts = new Map<string, string>()
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => resolve(texts))
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return reject(problem)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            texts.set(entry.fileName, Buffer.concat(chunks).toString())
            zip.readEntry()
          })
        })
      })
      zip.readEntry()
    })
  })

/** A student with a released result, a held one, and a mate whose work is nobody's business. */
const aYear = async () => {
  const { db, files } = school.app
  const now = school.clock.now()
  const guild = await aGuild(db)
  const mate = await aUser(db)
  const teacher = await aUser(db, { roles: ['teacher'] })
  for (const { id } of [student, mate]) await aMember(db, { guild_id: guild.id, user_id: id })
  const file = await aFile(
    db,
    { owner_id: student.id, name: '三天/数据.txt' },
    { files, bytes: Buffer.from('排队记录') },
  )
  const [open, held] = [
    await aTask(db, { guild_id: guild.id, title: '食堂排队要等多久？' }),
    await aTask(db, { guild_id: guild.id, title: '保密的', hold: true }),
  ]
  const result = {
    reviewer_id: teacher.id,
    reviewer_role: 'teacher',
    decision: 'pass',
    created_at: now,
    return_due_at: null,
  } as const
  const row = await anEnrolment(db, open, {
    user_id: student.id,
    state: 'passed',
    score: 88,
    percent_final: 88,
    released_at: now,
  })
  const work = await aSubmission(db, row, {
    content: '先数人，再记时间。',
    share: 'site',
    status: 'released',
    files: [file],
  })
  const shared = { enrolment_id: row.id, submission_id: work.id, score: 88, percent: 88, percent_final: 88 }
  await db
    .insertInto('results')
    .values({ ...result, ...shared, text: '假设写得好。', status: 'released', released_at: now })
    .execute()
  const secret = await anEnrolment(db, held, { user_id: student.id, state: 'submitted' })
  const waiting = await aSubmission(db, secret, { content: '等着的作品' })
  const hidden = {
    enrolment_id: secret.id,
    submission_id: waiting.id,
    score: 97.25,
    percent: 97.25,
    percent_final: 97.25,
  }
  await db
    .insertInto('results')
    .values({ ...result, ...hidden, text: '还没公布的评语', status: 'held', released_at: null })
    .execute()
  await aSession(db, mate, { now })
  await db.updateTable('sessions').set({ device: '同学的平板' }).where('user_id', '=', mate.id).execute()
  const theirs = await anEnrolment(db, open, { user_id: mate.id, state: 'submitted' })
  await aSubmission(db, theirs, { content: '同学的作品' })
  return { work, file, mate, guild }
}

const download = async (link: string | null, user: { id: number }) => {
  const token = await aSession(school.app.db, user, { now: school.clock.now() })
  return school.inject({ url: link ?? '/none', headers: { cookie: `token=${token}` } })
}

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
    expect(() => JSON.parse(texts.get(name) ?? '') as unknown, name).not.toThrow()

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
  const todos = () =>
    school.app.db.selectFrom('messages').select(['user_id', 'kind']).where('type', '=', 'todo').execute()
  expect(await todos()).toEqual([{ user_id: admin.id, kind: 'deletion.asked' }])
  expect((await send(privacy.askDeletion, { action: 'cancel' })).status).toBe('none')
  expect(await todos()).toEqual([])
  expect((await asAdmin()(privacyAdmin.list, {})).total).toBe(0)
})

test('an approved deletion closes the account at once; after 30 days texts and names are gone and numbers are there', async () => {
  const { work, guild } = await aYear()
  const { db, jobs } = school.app
  const send = school.as(student)
  await send(privacy.askDeletion, { action: 'ask', password: samplePassword })
  await asAdmin()(privacyAdmin.approve, { user_id: student.id })
  await expect(send(profile.get)).rejects.toMatchObject({ reason: 'NO_SESSION' })
  const versionOf = () =>
    db
      .selectFrom('submissions')
      .select(['share', 'content', 'score'])
      .where('id', '=', work.id)
      .executeTakeFirstOrThrow()
  expect(await versionOf()).toMatchObject({ share: 'none', content: '先数人，再记时间。' })
  school.clock.move(29 * day)
  await jobs.run('privacy.erase')
  expect((await versionOf()).content).toBe('先数人，再记时间。')
  school.clock.move(2 * day)
  await jobs.run('privacy.erase')
  const person = await db
    .selectFrom('users')
    .select(['nickname', 'real_name', 'password_hash', 'status'])
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(person).toEqual({ nickname: '已注销同学', real_name: '', password_hash: '', status: 'disabled' })
  expect(await versionOf()).toMatchObject({ content: '' })
  expect(await db.selectFrom('submission_files').selectAll().where('submission_id', '=', work.id).execute()).toEqual([])
  expect(
    await db
      .selectFrom('enrolments')
      .select('score')
      .where('user_id', '=', student.id)
      .where('state', '=', 'passed')
      .execute(),
  ).toEqual([{ score: 88 }])
  expect(
    await db.selectFrom('results').select(['text', 'score']).where('submission_id', '=', work.id).execute(),
  ).toEqual([{ text: '', score: 88 }])
  expect(
    (await db.selectFrom('guilds').select('member_count').where('id', '=', guild.id).executeTakeFirstOrThrow())
      .member_count,
  ).toBe(1)
  await expect(asAdmin()(privacyAdmin.approve, { user_id: student.id })).rejects.toMatchObject({ reason: 'STATE' })
})

test('of nobody else a row is touched when a student is erased', async () => {
  const { db, database, events } = school.app
  const changedRows = await watchedNeighbours(db, database.dialect)
  await db
    .transaction()
    .execute((trx) => eraseEverything(trx, { dialect: database.dialect, events }, student.id, school.clock.now()))
  expect(await changedRows(db)).toEqual([])
})

test('a deleted student is in no list that was read, in no index of words and in no pick', async () => {
  const { work, guild } = await aYear()
  const { db, jobs, database } = school.app
  await school.app.jobs.run('search.follow')
  await db
    .updateTable('submissions')
    .set({ featured: true, featured_reason: '林雨桐数得真细' })
    .where('id', '=', work.id)
    .execute()
  const pick = {
    submission_id: work.id,
    guild_id: guild.id,
    status: 'agreed',
    reason: '林雨桐数得真细',
    picked_by: admin.id,
    agreed_by: null,
  } as const
  await db
    .insertInto('work_picks')
    .values({ ...pick, picked_at: school.clock.now(), agreed_at: null })
    .execute()
  const given = {
    created_by: admin.id,
    guild_id: null,
    state: 'applied',
    file_name: '高一.csv',
    encoding: 'utf-8',
    has_header: true,
    columns: '[]',
  } as const
  const { id: import_id } = await db
    .insertInto('roster_imports')
    .values({
      ...given,
      mapping: null,
      row_count: 2,
      created_at: school.clock.now(),
      applied_at: null,
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { import_id, cells: '["林雨桐"]', real_name: '林雨桐', did: null, password: null }
  await db
    .insertInto('roster_rows')
    .values([
      { ...row, line: 1, status: 'same', user_id: student.id },
      { ...row, line: 2, status: 'same', user_id: admin.id, real_name: '别的同学', cells: '["别的同学"]' },
    ])
    .execute()
  const found = () =>
    findWords(db, database.dialect, 'search_works', {
      terms: [{ word: '记', prefix: true }],
      before: work.id + 1,
      limit: 10,
    })
  expect(await found()).toContain(work.id)

  await school.as(student)(privacy.askDeletion, { action: 'ask', password: samplePassword })
  await asAdmin()(privacyAdmin.approve, { user_id: student.id })
  school.clock.move(31 * day)
  await jobs.run('privacy.erase')
  expect(await found()).not.toContain(work.id)
  expect(await db.selectFrom('work_picks').selectAll().execute()).toEqual([])
  expect(
    await db.selectFrom('submissions').select('featured_reason').where('id', '=', work.id).executeTakeFirst(),
  ).toEqual({ featured_reason: '' })
  const rows = await db.selectFrom('roster_rows').select(['line', 'cells', 'real_name']).orderBy('line').execute()
  expect(rows).toEqual([
    { line: 1, cells: '[]', real_name: '' },
    { line: 2, cells: '["别的同学"]', real_name: '别的同学' },
  ])
})

test('a deletion that is called off opens the account again; only unused or asking accounts can be deleted', async () => {
  const send = asAdmin()
  await expect(send(privacyAdmin.approve, { user_id: student.id })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  const old = await aUser(school.app.db, { created_at: school.clock.now() - 4 * 365 * day })
  expect((await send(privacyAdmin.list, { status: 'unused' })).list).toMatchObject([
    { user_id: old.id, status: 'unused' },
  ])
  await send(privacyAdmin.approve, { user_id: old.id })
  expect((await send(privacyAdmin.list, { status: 'approved' })).list).toMatchObject([{ user_id: old.id }])
  await send(privacyAdmin.refuse, { user_id: old.id, answer: '同学回来了' })
  expect(await school.app.db.selectFrom('users').select('status').where('id', '=', old.id).executeTakeFirst()).toEqual({
    status: 'normal',
  })
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
