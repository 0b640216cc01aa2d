import { aSession } from '../../accounts/factory.ts'
import { beginFactor, newRecoveryCodes } from '../../accounts/second-factor.ts'
import { putLink } from '../../calendar/store.ts'
import { aFeedback } from '../../feedback/factory.ts'
import { aCategory, aGuild, aMember } from '../../guilds/factory.ts'
import { hashToken, type Audience } from '../../http/session.ts'
import { activeDay, earn, settleScore } from '../../ledger/store.ts'
import { askExport } from '../../privacy/store.ts'
import { askForTime } from '../../reviews/requests.ts'
import { aDraft, aSubmission } from '../../submissions/factory.ts'
import { anEnrolment } from '../../tasks/factory.ts'
import { addLike } from '../../works/store.ts'
import { indexNewWorks } from '../../search-index/index-job.ts'
import { freshDatabase } from '../test-database.ts'
import { firstBell, testApp, type School } from '../test-app.ts'
import { undoable } from '../undone.ts'
import { aPerson, aWorld } from './world.ts'

/** Who asks. The first three are students, `owner` and `mate` of the guild the objects belong to; `stranger` has left it. */
export const students = ['owner', 'mate', 'stranger'] as const
/** `assistant` has every switch of the guild, `helper` none; `other` has left it too, and teaches the stranger's guild. */
export const staff = ['teacher', 'other', 'assistant', 'helper', 'admin'] as const
export type Actor = (typeof students)[number] | (typeof staff)[number]

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
      // Settings are kept for a while once read.
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
  const session = async (name: 'owner' | 'teacher') => {
    await aSession(db, people[name], { ...(name === 'teacher' && { audience: 'admin', role: 'teacher' }), now })
    return (
      await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', people[name].id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id
  }
  const tokens = {} as Record<Actor, string>
  for (const name of students) tokens[name] = await aSession(db, people[name], { now })
  const roleOf = {
    teacher: 'teacher',
    other: 'teacher',
    assistant: 'assistant',
    helper: 'assistant',
    admin: 'admin',
  } as const
  for (const name of staff)
    tokens[name] = await aSession(db, people[name], { audience: 'admin', role: roleOf[name], now })
  const [disabled, guest, drifter] = [
    await aPerson(db, { status: 'disabled' }),
    await aPerson(db, { roles: ['teacher'] }),
    await aPerson(db, {}),
  ]
  const dismissed = await aPerson(db, {})
  /** Nobody to the student site and nobody to the admin site, each in its own way. */
  const ended = async (site: Audience) => {
    const who = site === 'admin' ? people.teacher : people.owner
    const how = site === 'admin' ? { audience: site, role: 'teacher' as const } : {}
    const loggedOut = await aSession(db, who, { ...how, now })
    await db
      .updateTable('sessions')
      .set({ ended_at: now, ended_reason: 'logout' })
      .where('token_hash', '=', hashToken(loggedOut))
      .execute()
    const expired = await aSession(db, who, { ...how, now: now - 25 * 3_600_000 })
    return {
      anonymous: undefined,
      garbage: 'no-session-has-this-token',
      expired,
      loggedOut,
      disabled: await aSession(db, disabled, { ...how, now }),
      'of the other site': site === 'admin' ? tokens.owner : tokens.teacher,
    }
  }
  const { secret } = await beginFactor(school.app, people.other, now)
  await db.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', people.other.id).execute()
  const [recoveryCode = ''] = await newRecoveryCodes(db, school.app.config.secret, people.other.id)
  const nobodies = { student: await ended('student'), admin: await ended('admin') }
  /** To the student site somebody who is no student, to the admin site somebody whose role was taken back. */
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
    ownerSession: await session('owner'),
    teacherSession: await session('teacher'),
  }
  /** A second world like the first, of other people; nothing it holds is anything to those of the first. */
  const addAnotherWorld = async (): Promise<void> => {
    const { people } = await aWorld(school.app.db)
    await school.app.db
      .insertInto('recovery_codes')
      .values({ user_id: people.other.id, code_hash: 'another', used_at: null })
      .execute()
    await putLink(
      school.app.db,
      { user_id: people.owner.id, nonce: 'another', token_hash: 'another', created_at: now },
      true,
    )
    await indexNewWorks(school.app, now)
  }
  /** What a classmate of the owner does for themselves and their teachers: nothing of it is anything to another student. */
  const addWorkOfMate = async (): Promise<void> => {
    const { db } = school.app
    const { mate } = people
    const row = (task: 'untouched' | 'doing' | 'shared' | 'waiting', state: 'doing' | 'submitted' | 'passed') =>
      anEnrolment(
        db,
        { id: objects[task] ?? 0, guild_id: objects.guild ?? 0 },
        { user_id: mate.id, state, accepted_at: now },
      )
    await aDraft(db, await row('untouched', 'doing'), { saved_at: now })
    await aDraft(db, await row('doing', 'doing'), { saved_at: now })
    await aSubmission(db, await row('waiting', 'submitted'), { submitted_at: now })
    // What the owner has to pass before another task; in a second round, for a first may be there.
    const marked = { id: objects.marked ?? 0, guild_id: objects.guild ?? 0 }
    await anEnrolment(db, marked, { user_id: mate.id, state: 'passed', round: 2, accepted_at: now })
    const passed = await aSubmission(db, await row('shared', 'passed'), {
      submitted_at: now,
      status: 'released',
      score: 90,
      percent_final: 90,
    })
    const mine = { user_id: mate.id, now, guild_id: objects.guild ?? null, zone: 'Asia/Shanghai' }
    await earn(db, { ...mine, kind: 'pass', points: 20, source_type: 'enrolment', source_id: passed.enrolment_id })
    // A like says who gave it, which is nobody else's to see; the count of likes is for all.
    await addLike(db, { submission_id: objects.shown ?? 0, user_id: mate.id, created_at: now })
    await db
      .insertInto('discussion_likes')
      .values({ discussion_id: objects.post ?? 0, user_id: mate.id, created_at: now })
      .execute()
    await activeDay(db, mine)
    await askForTime(db, {
      user_id: mate.id,
      guild_id: objects.guild ?? 0,
      task_id: objects.doing ?? 0,
      reason: '家里有事',
      wanted_until: now + 86_400_000,
      created_at: now,
    })
    await aSession(db, mate, { now })
    // Whoever waits for a guild is nobody else's to see, nor who likes a reply.
    await aMember(db, { guild_id: objects.open ?? 0, user_id: mate.id, status: 'pending', joined_at: null })
    await db
      .insertInto('discussion_likes')
      .values({ discussion_id: objects.reply ?? 0, user_id: objects.leaverId ?? 0, created_at: now })
      .execute()
    await settleScore(db, {
      ...mine,
      source_type: 'enrolment',
      source_id: passed.enrolment_id,
      target: 90,
      kind: 'result',
      memo: '',
    })
    await askExport(db, mate.id, now - 1)
    await putLink(db, { user_id: mate.id, nonce: 'of a mate', token_hash: 'of a mate', created_at: now }, true)
    await db
      .insertInto('notice_settings')
      .values({ user_id: mate.id, topic: 'replies', in_app: false, mail: false })
      .execute()
    await aFeedback(db, {
      member_id: objects.seat ?? 0,
      guild_id: objects.guild ?? 0,
      user_id: mate.id,
      period: '2026-10',
      comment: '批阅得很细',
    })
    const message = {
      type: 'notice',
      kind: 'work.hidden',
      link: null,
      created_at: now,
      read_at: null,
      removed_at: null,
    } as const
    await db
      .insertInto('messages')
      .values({ ...message, user_id: mate.id, data: '{"work":"作品","reason":"看一看"}' })
      .execute()
  }
  /** People who were in the guild for a while: it is nothing to those who are. */
  const addFormerMembers = async (): Promise<void> => {
    const { db } = school.app
    const guild_id = objects.guild ?? 0
    await aMember(db, { guild_id, user_id: drifter.id, status: 'left' })
    await aMember(db, { guild_id, user_id: guest.id, role: 'teacher', status: 'left' })
    await aMember(db, { guild_id: objects.elsewhere ?? 0, user_id: people.teacher.id, role: 'teacher', status: 'left' })
    const doing = { id: objects.doing ?? 0, guild_id }
    await anEnrolment(db, doing, { user_id: drifter.id, state: 'aborted', accepted_at: now })
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
    /** What `other` logs in with beside a password. */
    factor: { secret, recoveryCode },
    /** What the state before a row has made, by its name in the row. */
    made: {} as Readonly<Record<string, number | string>>,
    addAnotherWorld,
    addWorkOfMate,
    addFormerMembers,
  }
}
