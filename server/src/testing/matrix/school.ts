import { aSession } from '../../accounts/factory.ts'
import { beginFactor, newRecoveryCodes } from '../../accounts/second-factor.ts'
import { aCategory, aGuild } from '../../guilds/factory.ts'
import { indexNewWorks } from '../../search-index/index-job.ts'
import { freshDatabase } from '../test-database.ts'
import { firstBell, testApp, type School } from '../test-app.ts'
import { undoable } from '../undone.ts'
import { addAnotherWorld, addFormerMembers, addWorkOfMate } from './school.others.ts'
import { endedOf, sessionOf, tokensOf } from './school.sessions.ts'
import { aPerson } from './world.people.ts'
import { aWorld } from './world.ts'

/** What `matrixSchool` makes. */
export type MatrixSchool = Awaited<ReturnType<typeof matrixSchool>>

/** One school, each person's session, and one object of each kind: all the owner's, in a hidden guild. */
export const matrixSchool = async () => {
  const fresh = await freshDatabase()
  const { database, undone: undoneInDatabase, changed } = undoable(fresh)
  const school: School = await testApp({ database })
  const { db } = fresh
  const undone: typeof undoneInDatabase = async (work, before) => {
    try {
      return await undoneInDatabase(work, before)
    } finally {
      // Settings are cached once read, so the cache is refreshed.
      await school.app.changeSettings({})
    }
  }
  const now = firstBell
  const world = await aWorld(db)
  const { people } = world
  const open = await aGuild(db, { name: '公开公会', join_policy: 'approval' })
  const category = await aCategory(db)
  for (const id of [(world.objects as Record<string, number>).guild ?? 0, open.id])
    await db.updateTable('guilds').set({ category_id: category.id }).where('id', '=', id).execute()
  const backup = await db
    .insertInto('backup_runs')
    .values({
      state: 'done',
      asked_by: people.admin.id,
      asked_at: now,
      ended_at: now,
      name: 'tongchuang-2026-10-12-01-00-00.zip',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tokens = await tokensOf(db, people)
  const [disabled, guest, drifter] = [
    await aPerson(db, { status: 'disabled' }),
    await aPerson(db, { roles: ['teacher'] }),
    await aPerson(db, {}),
  ]
  const dismissed = await aPerson(db, {})
  const { secret } = await beginFactor(school.app, people.other, now)
  await db.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', people.other.id).execute()
  const [recoveryCode = ''] = await newRecoveryCodes(db, school.app.config.secret, people.other.id)
  const whose = { people, tokens, disabled }
  const nobodies = { student: await endedOf(db, 'student', whose), admin: await endedOf(db, 'admin', whose) }
  /** For the student site a person who is no student, for the admin site a person whose role was taken back. */
  const withoutRole = {
    student: await aSession(db, guest, { now }),
    admin: await aSession(db, dismissed, { audience: 'admin', role: 'teacher', now }),
  }
  await indexNewWorks({ ...school.app, db, database: fresh }, now)
  const objects: Record<string, number> = {
    ...world.objects,
    open: open.id,
    category: category.id,
    backup: backup.id,
    ownerSession: await sessionOf(db, people, 'owner'),
    teacherSession: await sessionOf(db, people, 'teacher'),
  }
  return {
    school,
    fresh,
    undone,
    changed,
    people,
    tokens,
    nobodies,
    withoutRole,
    objects,
    receipt: world.receipt,
    invite: open.invite_code,
    /** The second factor of `other`. */
    factor: { secret, recoveryCode },
    /** Objects made by the state before a row, by their names in the row. */
    made: {} as Readonly<Record<string, number | string>>,
    addAnotherWorld: () => addAnotherWorld(school),
    addWorkOfMate: () => addWorkOfMate({ school, objects }, people.mate),
    addFormerMembers: () => addFormerMembers({ school, objects }, { drifter, guest, teacher: people.teacher }),
  }
}
