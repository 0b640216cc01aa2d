import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import { aUser } from '../../accounts/factory.ts'
import { newSetupKey } from '../../setup-link.ts'
import { firstBell } from '../test-app.ts'
import type { Actor } from './actors.ts'
import type { MatrixSchool } from './school.ts'

/** The address returned by a call that makes one. */
const addressFor = async (
  { school, tokens }: MatrixSchool,
  actor: Actor,
  url: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const { body } = await school.inject({ method: 'POST', url, headers: { token: tokens[actor] }, payload })
  const { url: address, path } = (JSON.parse(body) as { data: { url?: string; path?: string } }).data
  if (!address && !path) throw new Error(`${url} gave no address: ${body}`)
  return address ?? path ?? ''
}

/** An address with another last letter. */
const forged = (address: string): string => address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))

const weekBefore = -7 * 86_400_000

/** Does some work a week in the past. */
const longAgo = async (matrix: MatrixSchool, work: () => Promise<string>): Promise<string> => {
  matrix.school.clock.move(weekBefore)
  try {
    return await work()
  } finally {
    matrix.school.clock.move(-weekBefore)
  }
}

/** A backup that lies on the disk. */
const aBackup = async ({ school, people }: MatrixSchool): Promise<number> => {
  const { db, config } = school.app
  const name = 'tongchuang-2026-10-11-01-00-00.zip'
  await mkdir(join(config.dataDir, 'backups'), { recursive: true })
  await writeFile(join(config.dataDir, 'backups', name), 'a backup')
  const { id } = await db
    .insertInto('backup_runs')
    .values({ state: 'done', asked_by: people.admin.id, asked_at: firstBell, ended_at: firstBell, name, size: 8 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const exportGrades = '/api/admin/grade/export'
const exportWorks = '/api/admin/work/export'

/** States with addresses and keys that open something. */
export const downloadStates = {
  'there are links to a backup': async (matrix: MatrixSchool) => {
    const id = await aBackup(matrix)
    const ask = () => addressFor(matrix, 'admin', '/api/admin/backup/link', { id })
    const backupLink = await ask()
    const usedBackupLink = await ask()
    await matrix.school.inject({ url: usedBackupLink, headers: { token: matrix.tokens.admin } })
    const another = await aUser(matrix.school.app.db, { roles: ['admin'] })
    const { url: backupLinkOfAnother } = await matrix.school.as(another, { audience: 'admin', role: 'admin' })(
      backupAdmin.link,
      { id },
    )
    return {
      kept: id,
      backupLink,
      usedBackupLink,
      backupLinkOfAnother,
      forgedBackupLink: forged(backupLink),
      oldBackupLink: await longAgo(matrix, ask),
    }
  },
  'there are links to exports': async (matrix: MatrixSchool) => {
    const { guild = 0, waiting = 0 } = matrix.objects
    const grades = () => addressFor(matrix, 'teacher', exportGrades, { guild_id: guild, format: 'csv' })
    const [gradesOfTeacher, sheetOfTeacher, worksOfTeacher, worksOfTask, gradesOfSchool] = [
      await grades(),
      await addressFor(matrix, 'teacher', exportGrades, { guild_id: guild, format: 'xlsx' }),
      await addressFor(matrix, 'teacher', exportWorks, { guild_id: guild }),
      await addressFor(matrix, 'teacher', exportWorks, { task_id: waiting }),
      await addressFor(matrix, 'admin', exportGrades, { format: 'csv' }),
    ]
    return {
      peopleOfTeacher: await addressFor(matrix, 'teacher', '/api/admin/person/export', { format: 'csv' }),
      gradesOfTeacher,
      sheetOfTeacher,
      worksOfTeacher,
      worksOfTask,
      gradesOfSchool,
      forgedGrades: forged(gradesOfTeacher),
      oldGrades: await longAgo(matrix, grades),
    }
  },
  'who asked for an export has left': async (matrix: MatrixSchool) => {
    const { objects, people, school } = matrix
    const gradesOfTeacher = await addressFor(matrix, 'teacher', exportGrades, {
      guild_id: objects.guild,
      format: 'csv',
    })
    const gradesOfSchool = await addressFor(matrix, 'admin', exportGrades, { format: 'csv' })
    await school.app.db
      .updateTable('guild_members')
      .set({ status: 'left' })
      .where('user_id', '=', people.teacher.id)
      .where('guild_id', '=', objects.guild ?? 0)
      .execute()
    await school.app.db
      .updateTable('user_roles')
      .set({ role: 'teacher' })
      .where('user_id', '=', people.admin.id)
      .where('role', '=', 'admin')
      .execute()
    return { gradesOfTeacher, gradesOfSchool }
  },
  'students have a calendar': async (matrix: MatrixSchool) => {
    const calendarOf = (actor: 'owner' | 'mate' | 'stranger') =>
      addressFor(matrix, actor, '/api/student/calendar', { action: 'make' })
    return { calendarOfOwner: await calendarOf('owner'), calendarOfStranger: await calendarOf('stranger') }
  },
  'nobody has set the school up': async ({ school }: MatrixSchool) => {
    const { db } = school.app
    await db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
    return { setupKey: await newSetupKey(db, firstBell) }
  },
}
