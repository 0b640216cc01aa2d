import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { findWords } from '../db/text-index.ts'
import { samplePassword } from '../sample-password.ts'
import { watchedNeighbours } from '../testing/matrix/neighbours.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseEverything } from './erase.ts'
import { ownCopies } from '../testing/own-copies.ts'

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

const { aYear } = ownCopies(() => ({ school, student }))

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
