import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { tooOld } from './rules.ts'

let school: School
let headmaster: { id: number }
let admin: School['send']
const signInAgain = () => (admin = school.as(headmaster, { audience: 'admin', role: 'admin' }))
beforeEach(async () => {
  school = await testApp()
  headmaster = await aUser(school.app.db, { nickname: '校长', roles: ['admin'], created_at: school.clock.now() })
  signInAgain()
})
afterEach(() => school.close())

const stored = async () => (await readdir(join(school.app.config.dataDir, 'backups'))).toSorted()
const oneHour = 3_600_000

test('an administrator asks twice for a backup, gets one, loads it and takes it away', async () => {
  const [first, second] = await Promise.all([admin(backupAdmin.make), admin(backupAdmin.make)])
  expect([first.id, first.state]).toEqual([second.id, 'waiting'])
  await school.app.jobs.run('backup')
  const { list } = await admin(backupAdmin.list)
  expect(list).toMatchObject([{ id: first.id, state: 'done', asked_by: '校长', problem: '' }])
  expect(await stored()).toEqual([list[0]?.name])

  expect(await admin(backupAdmin.remove, { id: first.id })).toMatchObject({ state: 'removed' })
  expect(await stored()).toEqual([])
  await expect(admin(backupAdmin.link, { id: first.id })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
})

const reasonOf = (answer: { json: () => { data: { reason: string } } }) => answer.json().data.reason

describe('the address of a backup', () => {
  let token: string
  let id: number
  let size: number
  const ask = async () => (await school.with(token)(backupAdmin.link, { id })).url
  const fetched = (url: string, headers: Record<string, string> = { cookie: `admin_token=${token}` }) =>
    school.inject({ url, headers })
  const asAdmin = { audience: 'admin', role: 'admin' } as const
  beforeEach(async () => {
    token = await school.signIn(headmaster, asAdmin)
    ;({ id } = await admin(backupAdmin.make))
    await school.app.jobs.run('backup')
    size = (await admin(backupAdmin.list)).list[0]?.size ?? 0
  })

  test('fetches it once, in the browser of the administrator who asked, and is no more than a word to everybody else', async () => {
    const url = await ask()
    const another = await school.signIn(await aUser(school.app.db, { roles: ['admin'] }), asAdmin)
    const otherSession = await school.signIn(headmaster, asAdmin)
    const teacher = await school.signIn(await aUser(school.app.db, { roles: ['teacher'] }), {
      audience: 'admin',
      role: 'teacher',
    })
    expect(reasonOf(await school.inject(url))).toBe('NO_SESSION')
    for (const held of [another, otherSession, teacher])
      expect(reasonOf(await fetched(url, { cookie: `admin_token=${held}` }))).toBe('NOT_FOUND')
    const loaded = await fetched(url)
    expect([loaded.statusCode, loaded.headers['content-type'], loaded.rawPayload.length]).toEqual([
      200,
      'application/zip',
      size,
    ])
    expect(reasonOf(await fetched(url))).toBe('NOT_FOUND')
    expect(reasonOf(await fetched(url, { cookie: `admin_token=${another}`, range: 'bytes=100-' }))).toBe('NOT_FOUND')
  })

  test('of two who open it at once one is too late', async () => {
    const url = await ask()
    const answers = await Promise.all([fetched(url), fetched(url)])
    expect(answers.map(({ rawPayload }) => rawPayload.length === size).toSorted()).toEqual([false, true])
  })

  test('a download that broke off goes on from where it broke, and not before it has begun', async () => {
    const url = await ask()
    const cookie = `admin_token=${token}`
    const unused = await ask()
    school.clock.move(59_000)
    const whole = (await fetched(url)).rawPayload
    school.clock.move(2 * oneHour)
    const rest = await fetched(url, { cookie, range: 'bytes=100-' })
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes 100-${size - 1}/${size}`])
    expect(rest.rawPayload.equals(whole.subarray(100))).toBe(true)
    expect(reasonOf(await fetched(unused, { cookie, range: 'bytes=100-' }))).toBe('NOT_FOUND')
  })

  test('ends with its minute, with the session and with the role', async () => {
    const [late, after, former] = [await ask(), await ask(), await ask()]
    school.clock.move(61_000)
    expect(reasonOf(await fetched(late))).toBe('NOT_FOUND')
    school.clock.move(-61_000)
    await school.app.db.deleteFrom('user_roles').where('user_id', '=', headmaster.id).execute()
    expect(reasonOf(await fetched(former))).toBe('NOT_FOUND')
    await school.app.db.insertInto('user_roles').values({ user_id: headmaster.id, role: 'admin' }).execute()
    await school.with(token)(accountsAdmin.logout)
    expect(reasonOf(await fetched(after))).toBe('NO_SESSION')
  })
})

test('every night one is made by itself, and the newest seven are kept', async () => {
  const { app, clock } = school
  await app.jobs.run('backup')
  expect((await admin(backupAdmin.list)).list).toEqual([])
  // Two o'clock in Shanghai, then every half hour of nine nights.
  clock.set('2026-10-12T18:00:00.000Z')
  for (let night = 0; night < 9; night += 1) {
    for (let half = 0; half < 3; half += 1) {
      await app.jobs.run('backup')
      clock.move(oneHour / 2)
    }
    clock.move(22.5 * oneHour)
  }
  const names = await stored()
  expect([names.length, names[0], names.at(-1)]).toEqual([
    7,
    'tongchuang-2026-10-15T02-00-00.zip',
    'tongchuang-2026-10-21T02-00-00.zip',
  ])
  const states = (await signInAgain()(backupAdmin.list)).list.map(({ state }) => state)
  expect(states).toEqual([...Array<string>(7).fill('done'), 'removed', 'removed'])
})

test('how many are kept, and whether one is made at night, is what the administrator set', async () => {
  const { app, clock } = school
  const { versions } = await admin(settingsAdmin.read)
  await admin(settingsAdmin.change, { settings: { backups: { nightly: true, keep: 2 } }, versions })
  clock.set('2026-10-12T18:00:00.000Z')
  for (let night = 0; night < 3; night += 1) {
    await app.jobs.run('backup')
    clock.move(24 * oneHour)
  }
  expect(await stored()).toEqual(['tongchuang-2026-10-14T02-00-00.zip', 'tongchuang-2026-10-15T02-00-00.zip'])
  const now = await signInAgain()(settingsAdmin.read)
  await signInAgain()(settingsAdmin.change, {
    settings: { backups: { nightly: false, keep: 2 } },
    versions: now.versions,
  })
  await app.jobs.run('backup')
  expect(await stored()).toHaveLength(2)
})

test('the last backup with every file stays while files are missing from the newer ones, until they are back or 90 days are over', async () => {
  const { app, clock } = school
  const { versions } = await admin(settingsAdmin.read)
  await admin(settingsAdmin.change, { settings: { backups: { nightly: true, keep: 2 } }, versions })
  const bytes = Buffer.from('一份作品')
  const file = await aFile(app.db, { owner_id: headmaster.id }, { files: app.files, bytes })
  const path = join(app.config.dataDir, 'files', file.upload_id)
  const nights = async (many: number) => {
    for (let night = 0; night < many; night += 1) {
      await app.jobs.run('backup')
      clock.move(24 * oneHour)
    }
  }
  clock.set('2026-10-12T18:00:00.000Z')
  await nights(1)
  await rm(path)
  await nights(4)
  const whole = 'tongchuang-2026-10-13T02-00-00.zip'
  const [third, fourth] = ['tongchuang-2026-10-16T02-00-00.zip', 'tongchuang-2026-10-17T02-00-00.zip']
  expect(await stored()).toEqual([whole, third, fourth])
  await writeFile(path, bytes)
  await nights(1)
  expect(await stored()).toEqual([fourth, 'tongchuang-2026-10-18T02-00-00.zip'])
  await rm(path)
  await nights(2)
  expect((await stored()).at(0)).toBe('tongchuang-2026-10-18T02-00-00.zip')
  clock.move(90 * 24 * oneHour)
  await nights(1)
  expect((await stored()).at(0)).toBe('tongchuang-2026-10-20T02-00-00.zip')
})

test('a backup that a dying process left half-way is made again', async () => {
  await admin(backupAdmin.make)
  await school.app.db
    .updateTable('backup_runs')
    .set({ state: 'running', name: 'tongchuang-2026-10-12T00-00-00.zip' })
    .execute()
  await school.app.jobs.run('backup')
  expect((await admin(backupAdmin.list)).list).toMatchObject([{ state: 'done' }])
})

test('an administrator whose disk has been full for days still finds the last good backup to fetch', async () => {
  const { id } = await admin(backupAdmin.make)
  await school.app.jobs.run('backup')
  const asked_at = school.clock.now()
  const failed = { state: 'failed', asked_by: null, asked_at, ended_at: asked_at, problem: 'ENOSPC' } as const
  await school.app.db
    .insertInto('backup_runs')
    .values(Array.from({ length: 60 }, () => failed))
    .execute()
  const { list } = await admin(backupAdmin.list)
  expect([list.length, list[0]?.state, list.at(-1)?.id, list.at(-1)?.state]).toEqual([51, 'failed', id, 'done'])
  expect((await admin(backupAdmin.link, { id })).url).toContain('link=')
})

test('a backup that an operator took out of its folder is not shown as one that can be fetched', async () => {
  await admin(backupAdmin.make)
  await school.app.jobs.run('backup')
  const [name = ''] = await stored()
  await rm(join(school.app.config.dataDir, 'backups', name))
  expect((await admin(backupAdmin.list)).list).toMatchObject([{ name, state: 'removed' }])
})

test('only backups the server made itself are removed for their age', () => {
  const ours = ['tongchuang-2026-10-12T01-00-00.zip', 'tongchuang-2026-10-13T01-00-00.zip']
  const now = Date.parse('2026-10-13T02:00:00.000Z')
  expect(tooOld([...ours, 'before-0003.sqlite', 'photos.zip'], 1, now)).toEqual(['tongchuang-2026-10-12T01-00-00.zip'])
})
