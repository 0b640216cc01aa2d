import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
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

  const { url } = await admin(backupAdmin.link, { id: first.id })
  const loaded = await school.inject(url)
  expect([loaded.statusCode, loaded.headers['content-type'], loaded.rawPayload.length]).toEqual([
    200,
    'application/zip',
    list[0]?.size,
  ])
  expect((await school.inject(url.replace(/link=\d+/, 'link=9'))).json()).toMatchObject({
    code: 0,
    data: { reason: 'NOT_FOUND' },
  })
  school.clock.move(61_000)
  expect((await school.inject(url)).json()).toMatchObject({ data: { reason: 'NOT_FOUND' } })

  expect(await admin(backupAdmin.remove, { id: first.id })).toMatchObject({ state: 'removed' })
  expect(await stored()).toEqual([])
  await expect(admin(backupAdmin.link, { id: first.id })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
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
    'tongchuang-2026-10-14T18-00-00.zip',
    'tongchuang-2026-10-20T18-00-00.zip',
  ])
  const states = (await signInAgain()(backupAdmin.list)).list.map(({ state }) => state)
  expect(states).toEqual([...Array<string>(7).fill('done'), 'removed', 'removed'])
})

test('one that a dying process left half-way is made again', async () => {
  await admin(backupAdmin.make)
  await school.app.db
    .updateTable('backup_runs')
    .set({ state: 'running', name: 'tongchuang-2026-10-12T00-00-00.zip' })
    .execute()
  await school.app.jobs.run('backup')
  expect((await admin(backupAdmin.list)).list).toMatchObject([{ state: 'done' }])
})

test('only our own files are ever too old', () => {
  const ours = ['tongchuang-2026-10-12T01-00-00.zip', 'tongchuang-2026-10-13T01-00-00.zip']
  expect(tooOld([...ours, 'before-0003.sqlite', 'photos.zip'], 1)).toEqual(['tongchuang-2026-10-12T01-00-00.zip'])
})
