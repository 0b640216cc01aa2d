import { aSession, aUser, type GivenUser } from '../../accounts/factory.ts'
import { hashToken, type Audience } from '../../http/session.ts'
import { aPost } from '../../discussions/factory.ts'
import { aFeedback } from '../../feedback/factory.ts'
import { aFile } from '../../files/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { followWorks } from '../../search/follow.ts'
import { aDraft, aSubmission } from '../../submissions/factory.ts'
import { aChapter, anEnrolment, aTask } from '../../tasks/factory.ts'
import { freshDatabase } from '../test-database.ts'
import { firstBell, testApp, type School } from '../test-app.ts'
import { undoable } from '../undone.ts'

/** Stands in every text of the guild the objects belong to. */
export const guildWord = '望海楼'
/** Stands in what the owner has written for the teachers alone. */
export const workWord = '藏书阁'

/** What a teacher wrote and gave, held back until its release. */
export const heldWord = '金榜题名'
export const heldScore = 87.31

/** Who asks. The first three are students, `owner` and `mate` of the guild the objects belong to. */
export const students = ['owner', 'mate', 'stranger'] as const
/** `assistant` has every switch of the guild, `helper` none; `other` teaches the stranger's guild. */
export const staff = ['teacher', 'other', 'assistant', 'helper', 'admin'] as const
export type Actor = (typeof students)[number] | (typeof staff)[number]

/** One school, each person's session, and one object of each kind: all the owner's, in a hidden guild. */
export const matrixSchool = async () => {
  const fresh = await freshDatabase()
  const { database, undone } = undoable(fresh)
  const school: School = await testApp({ database })
  const { db } = fresh
  const now = firstBell
  // Nobody here logs in: no password is hashed.
  const person = (given: GivenUser) => aUser(db, { password_hash: 'none', ...given })
  const student = (nickname: string) => person({ nickname, created_at: now })
  const people = {
    owner: await student('林知夏'),
    mate: await student('周予安'),
    stranger: await student('沈星河'),
    teacher: await person({ nickname: '陈老师', roles: ['teacher'] }),
    other: await person({ nickname: '何老师', roles: ['teacher'] }),
    assistant: await person({ nickname: '助教甲', roles: ['assistant'] }),
    helper: await person({ nickname: '助教乙', roles: ['assistant'] }),
    admin: await person({ nickname: '管理员', roles: ['admin'] }),
  }
  const leaver = await student('已退出')
  const asker = await student('想加入')
  const none = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
  const all = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }
  const guild = await aGuild(db, { name: `${guildWord}公会`, visibility: 'hidden', gallery: true, intro: guildWord, ranking_mode: 'top' })
  const elsewhere = await aGuild(db, { name: '另一公会' })
  const open = await aGuild(db, { name: '公开公会', join_policy: 'approval' })
  const member = (user_id: number, given: object = {}) => aMember(db, { guild_id: guild.id, user_id, created_at: now - 40 * 86_400_000, ...given })
  await member(people.owner.id)
  await member(people.mate.id)
  await member(people.teacher.id, { role: 'teacher' })
  const assistant = await member(people.assistant.id, { role: 'assistant', ...all })
  await member(people.helper.id, { role: 'assistant', ...none })
  await member(leaver.id, { status: 'removed' })
  await member(asker.id, { status: 'pending', joined_at: null })
  await aMember(db, { guild_id: elsewhere.id, user_id: people.stranger.id })
  await aMember(db, { guild_id: elsewhere.id, user_id: people.other.id, role: 'teacher' })
  const chapter = await aChapter(db, { guild_id: guild.id, title: `${guildWord}第一章` })
  const task = (name: string, given: object = {}) =>
    aTask(db, { guild_id: guild.id, title: `${guildWord}${name}`, created_at: now, created_by: people.teacher.id, chapter_id: chapter.id, ...given })
  const [doing, waiting, marked, passed, shared, untouched, unpublished, trashed] = [
    await task('写作中'),
    await task('待批阅'),
    await task('已批阅', { hold: true }),
    await task('已通过'),
    await task('已展示'),
    await task('没开始'),
    await task('草稿', { status: 'draft' }),
    await task('回收', { status: 'trashed', trashed_from: 'draft', trashed_at: now }),
  ]
  const row = (of: { id: number; guild_id: number }, state: 'doing' | 'submitted' | 'passed') =>
    anEnrolment(db, of, { user_id: people.owner.id, state, accepted_at: now })
  const work = async (of: { id: number; guild_id: number }, state: 'submitted' | 'passed', given: object = {}) => {
    const enrolment = await row(of, state)
    const submission = await aSubmission(db, enrolment, {
      title: `${workWord}之作`,
      content: `${workWord}里的字。`,
      submitted_at: now,
      ...(state === 'passed' && { status: 'released', score: 80, percent_final: 80 }),
      ...given,
    } as never)
    return { enrolment, submission }
  }
  await aDraft(db, await row(doing, 'doing'), { content: `${workWord}的草稿`, saved_at: now })
  const [sealed, held, done, shown] = [
    await work(waiting, 'submitted'),
    await work(marked, 'submitted'),
    await work(passed, 'passed'),
    await work(shared, 'passed', { share: 'guild', share_state: 'open', title: '给同学看的', content: '给同学看的字。' }),
  ]
  const result = (of: { submission: { id: number }; enrolment: { id: number } }, status: 'held' | 'released') =>
    db
      .insertInto('results')
      .values({
        submission_id: of.submission.id,
        enrolment_id: of.enrolment.id,
        reviewer_id: people.teacher.id,
        reviewer_role: 'teacher',
        decision: 'pass',
        ...(status === 'held' ? { score: heldScore, percent: heldScore, percent_final: heldScore } : { score: 80, percent: 80, percent_final: 80 }),
        text: status === 'held' ? heldWord : `${workWord}写得好`,
        status,
        created_at: now,
        released_at: status === 'released' ? now : null,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  await result(held, 'held')
  const released = await result(done, 'released')
  await result(shown, 'released')
  const of = { user_id: people.owner.id, guild_id: guild.id, status: 'open' as const, created_at: now }
  const appeal = await db
    .insertInto('appeals')
    .values({ ...of, result_id: released.id, submission_id: done.submission.id, enrolment_id: done.enrolment.id, text: `${workWord}申诉` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const extension = await db
    .insertInto('extension_requests')
    .values({ ...of, task_id: doing.id, reason: `${workWord}生病`, wanted_until: now + 86_400_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const comment = await db
    .insertInto('saved_comments')
    .values({ user_id: people.teacher.id, guild_id: guild.id, text: `${guildWord}常用语`, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const post = await aPost(db, doing, { user_id: people.owner.id, content: `${guildWord}里的问题怎么做才对？`, created_at: now })
  const mates = await aPost(db, doing, { user_id: people.mate.id, content: `${guildWord}里的另一个问题？`, created_at: now })
  const hidden = await aPost(db, doing, {
    user_id: people.owner.id,
    content: `${workWord}藏起来的话。`,
    created_at: now,
    hidden_at: now,
    hidden_by: people.teacher.id,
  })
  const reply = await aPost(db, doing, { user_id: people.mate.id, parent_id: post.id, content: `${guildWord}里的回答在这里。`, created_at: now })
  const report = await db
    .insertInto('reports')
    .values({ target: 'discussion', target_id: mates.id, guild_id: guild.id, reporter_id: people.owner.id, reason: 'spam', note: workWord, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const said = await aFeedback(db, {
    member_id: assistant.id,
    guild_id: guild.id,
    user_id: people.owner.id,
    period: '2026-09',
    comment: `${workWord}讲得很清楚`,
  })
  const announcement = await db
    .insertInto('announcements')
    .values({ guild_id: guild.id, author_id: people.teacher.id, title: `${guildWord}通知`, content: '内容', content_html: '<p>内容</p>', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const category = await db.insertInto('guild_categories').values({ name: '分类' }).returning('id').executeTakeFirstOrThrow()
  const file = await aFile(db, { owner_id: people.owner.id, name: `${workWord}.txt` })
  const message = await db
    .insertInto('messages')
    .values({
      user_id: people.owner.id,
      type: 'notice',
      kind: 'work.hidden',
      data: JSON.stringify({ work: workWord, reason: '看一看' }),
      link: null,
      created_at: now,
      read_at: null,
      removed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('deletion_requests')
    .values({ user_id: leaver.id, status: 'open', created_at: now, answered_by: null, answered_at: null, erase_at: null, erased_at: null })
    .execute()
  const roster = async (guild_id: number | null) =>
    (
      await db
        .insertInto('roster_imports')
        .values({
          guild_id,
          created_by: people.admin.id,
          state: 'checked',
          file_name: `${guildWord}名单`,
          encoding: 'utf-8',
          has_header: true,
          columns: '["学号","姓名"]',
          mapping: JSON.stringify({ student_no: 0, real_name: 1, class_name: null, gender: null }),
          row_count: 0,
          created_at: now,
          applied_at: null,
          undone_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const backup = await db
    .insertInto('backup_runs')
    .values({ state: 'done', asked_by: people.admin.id, asked_at: now, ended_at: now, name: 'tongchuang-2026-10-12-01-00-00.zip' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = async (name: 'owner' | 'teacher') => {
    await aSession(db, people[name], { ...(name === 'teacher' && { audience: 'admin', role: 'teacher' }), now })
    return (await db.selectFrom('sessions').select('id').where('user_id', '=', people[name].id).orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  }
  const tokens = {} as Record<Actor, string>
  for (const name of students) tokens[name] = await aSession(db, people[name], { now })
  const roleOf = { teacher: 'teacher', other: 'teacher', assistant: 'assistant', helper: 'assistant', admin: 'admin' } as const
  for (const name of staff) tokens[name] = await aSession(db, people[name], { audience: 'admin', role: roleOf[name], now })
  const [disabled, guest] = [await person({ status: 'disabled' }), await person({ roles: ['teacher'] })]
  /** Nobody to the student site and nobody to the admin site, each in its own way. */
  const ended = async (site: Audience) => {
    const who = site === 'admin' ? people.teacher : people.owner
    const how = site === 'admin' ? { audience: site, role: 'teacher' as const } : {}
    const loggedOut = await aSession(db, who, { ...how, now })
    await db.updateTable('sessions').set({ ended_at: now, ended_reason: 'logout' }).where('token_hash', '=', hashToken(loggedOut)).execute()
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
  const nobodies = { student: await ended('student'), admin: await ended('admin') }
  const guestToken = await aSession(db, guest, { now })
  await followWorks({ ...school.app, db, database: fresh }, now)
  const objects = {
    ...Object.fromEntries(
      Object.entries({ guild, elsewhere, open, chapter, doing, waiting, marked, passed, shared, untouched, unpublished, trashed }).map(([name, { id }]) => [
        name,
        id,
      ]),
    ),
    ...{ sealed: sealed.submission.id, held: held.submission.id, done: done.submission.id, shown: shown.submission.id },
    ...{
      appeal: appeal.id,
      extension: extension.id,
      comment: comment.id,
      post: post.id,
      reply: reply.id,
      mates: mates.id,
      hidden: hidden.id,
      report: report.id,
      said: said.id,
    },
    ...{ announcement: announcement.id, category: category.id, file: file.id, backup: backup.id, message: message.id, seat: assistant.id },
    ...{ roster: await roster(guild.id), ownerSession: await session('owner'), teacherSession: await session('teacher') },
    ...{ ownerId: people.owner.id, mateId: people.mate.id, leaverId: leaver.id, askerId: asker.id, helperId: people.helper.id, otherId: people.other.id },
  } as Record<string, number>
  return { school, undone, people, tokens, nobodies, guestToken, objects, receipt: sealed.submission.receipt_no }
}
