import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificates } from '@tongchuang/contract/certificates.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { headByName, headCode, headMark, headNumbers } from '@tongchuang/contract/heads.ts'
import { moments } from '@tongchuang/contract/moments.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { nameDatabase } from '../installation.ts'
import { eraseEverything } from '../privacy/erase.ts'
import { ownMoments, ownProfile } from '../privacy/own-data.ts'
import { localFileStore } from '../storage/file-store.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDatabase } from '../testing/test-database.ts'
import { restore } from './restore.ts'
import { writeArchive } from './write-archive.ts'

test('a head, a flag, a certificate and what was seen come back with a backup as they were; the head goes with its account', async () => {
  const school = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-looks-'))
  const { db, database } = school.app
  const sourceOf = (of: typeof database) => ({
    ...{ database: of, files: localFileStore(join(folder, 'files')), dataDir: folder },
    ...{ version: '1.0.0', site_name: '第一中学', now: school.clock.now() },
  })
  await nameDatabase(db, 'here')
  const { student, guild, row } = await aStudentAtWork(db, { row: { state: 'passed' } })
  const { id } = await aSubmission(db, row, { status: 'released', title: '夜空' })
  const luo = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: luo.id, role: 'teacher' })
  const flag = 'pennant-bend-art'
  await db.updateTable('guilds').set({ flag, motto: '先看再说' }).where('id', '=', guild.id).execute()
  await school.as(luo, { audience: 'admin', role: 'teacher' })(worksAdmin.pick, { submit_id: id, reason: '光很安静' })
  const head = { ...headByName('甲'), hair: 7, extra: 3 }
  const mine = school.as(student)
  await mine(profile.update, { head: headNumbers(head) })
  await mine(moments.see, { kind: 'seal', id })
  const certificate = await mine(certificates.open, { submit_id: id })
  const archive = join(folder, 'school.zip')
  await writeArchive(archive, sourceOf(database))

  const elsewhere = await emptyDatabase()
  await restore(archive, { ...sourceOf(elsewhere), hasOwnSecret: true })
  const restored = await testApp({ database: elsewhere })
  const as = restored.as(student)
  expect((await as(profile.get)).avatar).toBe(headMark + headCode(head))
  expect(await as(certificates.open, { submit_id: id })).toEqual(certificate)
  expect(await as(moments.see, { kind: 'seal', id }), 'it has moved once').toEqual({ first: false })
  const teacher = restored.as(luo, { audience: 'admin', role: 'teacher' })
  expect(await teacher(guildSettings.detail, { guild_id: guild.id })).toMatchObject({ flag, motto: '先看再说' })

  expect((await ownProfile(elsewhere.db, student.id)).person).toMatchObject({ head: headCode(head) })
  const { dialect } = elsewhere
  const { events } = restored.app
  await elsewhere.db
    .transaction()
    .execute((trx) => eraseEverything(trx, { dialect, events }, student.id, school.clock.now()))
  const { head: left } = await elsewhere.db
    .selectFrom('users')
    .select('head')
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(left).toBe('')
  expect(await ownMoments(elsewhere.db, student.id)).toEqual([])
  await restored.close()
  await school.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)
