import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anthologiesAdmin } from '@tongchuang/contract/anthologies.admin.ts'
import { anthologies } from '@tongchuang/contract/anthologies.ts'
import { certificatesAdmin } from '@tongchuang/contract/certificates.admin.ts'
import { certificates } from '@tongchuang/contract/certificates.ts'
import { flagsAdmin } from '@tongchuang/contract/flags.admin.ts'
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
import { ownCertificates, ownMoments, ownProfile, ownVersions } from '../privacy/own-data.ts'
import { localFileStore } from '../storage/file-store.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDatabase } from '../testing/test-database.ts'
import { restore } from './restore.ts'
import { writeArchive } from './write-archive.ts'

test('heads, flags with their history, certificates, shared works and what was seen come back with a backup and go with their account', async () => {
  const school = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-looks-'))
  const { db, database } = school.app
  const sourceOf = (of: typeof database) => ({
    ...{ database: of, files: localFileStore(join(folder, 'files')), dataDir: folder },
    ...{ version: '1.0.0', site_name: '第一中学', now: school.clock.now() },
  })
  await nameDatabase(db, 'here')
  const past = school.clock.now() - 3_600_000
  const { student, guild, row } = await aStudentAtWork(db, {
    task: { due_at: past, close_at: past },
    row: { state: 'passed' },
  })
  const submitted_at = past - 3_600_000
  const { id } = await aSubmission(db, row, { status: 'released', title: '夜空', share: 'guild', submitted_at })
  const luo = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: luo.id, role: 'teacher' })
  const flag = 'pennant-bend-art'
  const inOffice = { audience: 'admin', role: 'teacher' } as const
  const before = school.as(luo, inOffice)
  const { base_version } = await before(guildSettings.detail, { guild_id: guild.id })
  await before(guildSettings.update, { guild_id: guild.id, base_version, flag, motto: '先看再说' })
  const flags = await before(flagsAdmin.history, { guild_id: guild.id })
  expect(flags).toMatchObject([{ flag, motto: '先看再说', actor: luo.nickname }])
  await before(worksAdmin.pick, { submit_id: id, reason: '光很安静' })
  const head = { ...headByName('甲'), hair: 7, extra: 3 }
  const mine = school.as(student)
  await mine(profile.update, { head: headNumbers(head) })
  await mine(moments.see, { kind: 'seal', id })
  const certificate = await mine(certificates.open, { submit_id: id })
  const issue = await mine(anthologies.issue, { guild_id: guild.id })
  expect(issue).toMatchObject({ heads: [headCode(head)], works: [{ id, title: '夜空' }] })
  const archive = join(folder, 'school.zip')
  await writeArchive(archive, sourceOf(database))

  const elsewhere = await emptyDatabase()
  await restore(archive, { ...sourceOf(elsewhere), hasOwnSecret: true })
  const restored = await testApp({ database: elsewhere })
  const as = restored.as(student)
  expect((await as(profile.get)).avatar).toBe(headMark + headCode(head))
  expect(await as(certificates.open, { submit_id: id })).toEqual(certificate)
  expect(await as(moments.see, { kind: 'seal', id }), 'it has moved once').toEqual({ first: false })
  expect(await as(anthologies.issue, { guild_id: guild.id })).toEqual(issue)
  const teacher = restored.as(luo, inOffice)
  expect(await teacher(guildSettings.detail, { guild_id: guild.id })).toMatchObject({ flag, motto: '先看再说' })
  expect(await teacher(flagsAdmin.history, { guild_id: guild.id })).toEqual(flags)

  const own = elsewhere.db
  expect((await ownProfile(own, student.id)).person).toMatchObject({ head: headCode(head) })
  expect(await Array.fromAsync(ownVersions(own, student.id))).toMatchObject([{ title: '夜空', share: 'guild' }])
  expect(await Array.fromAsync(ownCertificates(own, student.id))).toMatchObject([{ number: certificate.number }])
  expect(await ownMoments(own, student.id)).toMatchObject([{ kind: 'seal', about: id }])

  const { dialect } = elsewhere
  const { events } = restored.app
  const erase = (who: number) =>
    own.transaction().execute((trx) => eraseEverything(trx, { dialect, events }, who, school.clock.now()))
  await erase(student.id)
  const left = await own.selectFrom('users').select('head').where('id', '=', student.id).executeTakeFirstOrThrow()
  expect(left).toEqual({ head: '' })
  expect(await ownMoments(own, student.id)).toEqual([])
  const emptied = await teacher(anthologiesAdmin.issue, { guild_id: guild.id, month: issue.month })
  expect([emptied.works, emptied.heads]).toEqual([[], []])
  expect((await teacher(certificatesAdmin.find, { number: certificate.number })).state).toBe('withdrawn')
  const admin = restored.as(await aUser(own, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  await erase(luo.id)
  const [kept] = await admin(flagsAdmin.history, { guild_id: guild.id })
  expect(kept).toMatchObject({ flag, motto: '先看再说' })
  expect(kept?.actor).not.toBe(luo.nickname)
  await restored.close()
  await school.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)
