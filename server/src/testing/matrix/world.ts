import { aUser, type GivenUser } from '../../accounts/factory.ts'
import { aBanner } from '../../banners/factory.ts'
import type { Db } from '../../db/schema.ts'
import { aPost } from '../../discussions/factory.ts'
import { aFeedback } from '../../feedback/factory.ts'
import { aFile } from '../../files/factory.ts'
import { aGuild, aMember, anInvitation } from '../../guilds/factory.ts'
import { earn } from '../../ledger/store.ts'
import { askExport } from '../../privacy/store.ts'
import { aDraft, aSubmission } from '../../submissions/factory.ts'
import { aChapter, anEnrolment, aTask } from '../../tasks/factory.ts'
import { firstBell } from '../test-app.ts'
import { guildWord, workWord } from './words.ts'
import { aRosterImport, messagesOf } from './world.lists.ts'
import { aResult, type Work } from './world.results.ts'

/** Nobody here logs in: no password is hashed. */
export const aPerson = (db: Db, given: GivenUser) => aUser(db, { password_hash: 'none', ...given })

/** The people of a guild and of the one beside it, and one object of each kind: all the owner's, in a hidden guild. */
export const aWorld = async (db: Db) => {
  const now = firstBell
  const person = (given: GivenUser) => aPerson(db, given)
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
  const guild = await aGuild(db, {
    name: `${guildWord}公会`,
    visibility: 'hidden',
    gallery: true,
    intro: guildWord,
    ranking_mode: 'top',
  })
  const elsewhere = await aGuild(db, { name: '另一公会', visibility: 'hidden' })
  const member = (user_id: number, given: object = {}) =>
    aMember(db, { guild_id: guild.id, user_id, created_at: now - 40 * 86_400_000, ...given })
  await member(people.owner.id)
  await member(people.mate.id)
  await member(people.teacher.id, { role: 'teacher' })
  const assistant = await member(people.assistant.id, { role: 'assistant', ...all })
  await member(people.helper.id, { role: 'assistant', ...none })
  await member(leaver.id, { status: 'removed' })
  // Who was one of them once is a stranger now.
  await member(people.stranger.id, { status: 'left' })
  await member(people.other.id, { role: 'teacher', status: 'left' })
  await member(asker.id, { status: 'pending', joined_at: null })
  await aMember(db, { guild_id: elsewhere.id, user_id: people.stranger.id })
  await aMember(db, { guild_id: elsewhere.id, user_id: people.other.id, role: 'teacher' })
  await anInvitation(db, { guild_id: elsewhere.id, user_id: asker.id, invited_by: people.other.id, created_at: now })
  const chapter = await aChapter(db, { guild_id: guild.id, title: `${guildWord}第一章` })
  const task = (name: string, given: object = {}) =>
    aTask(db, {
      guild_id: guild.id,
      title: `${guildWord}${name}`,
      created_at: now,
      created_by: people.teacher.id,
      chapter_id: chapter.id,
      ...given,
    })
  const due_at = now + 7 * 86_400_000
  const [doing, waiting, marked, passed, shared, untouched, unpublished, trashed] = [
    await task('写作中', { due_at }),
    await task('待批阅'),
    await task('已批阅', { hold: true }),
    await task('已通过', { due_at }),
    await task('已展示'),
    await task('没开始', { type: 'main', due_at: now + 3 * 86_400_000 }),
    await task('草稿', { status: 'draft' }),
    await task('回收', { status: 'trashed', trashed_from: 'draft', trashed_at: now }),
  ]
  await db.insertInto('task_prerequisites').values({ task_id: doing.id, required_task_id: marked.id }).execute()
  const chapterElsewhere = await aChapter(db, { guild_id: elsewhere.id, title: '别处的章节' })
  const taskElsewhere = await aTask(db, {
    guild_id: elsewhere.id,
    title: '别处的任务',
    status: 'draft',
    created_at: now,
  })
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
    await work(shared, 'passed', {
      share: 'guild',
      share_state: 'open',
      title: '给同学看的',
      content: '给同学看的字。',
    }),
  ]
  const result = (of: Work, status: 'held' | 'released') =>
    aResult(db, of, { status, reviewer_id: people.teacher.id, now })
  await result(held, 'held')
  const released = await result(done, 'released')
  await result(shown, 'released')
  const of = { user_id: people.owner.id, guild_id: guild.id, status: 'open' as const, created_at: now }
  const appeal = await db
    .insertInto('appeals')
    .values({
      ...of,
      result_id: released.id,
      submission_id: done.submission.id,
      enrolment_id: done.enrolment.id,
      text: `${workWord}申诉`,
    })
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
  const post = await aPost(db, doing, {
    user_id: people.owner.id,
    content: `${guildWord}里的问题怎么做才对？`,
    like_count: 1,
    created_at: now,
  })
  const mates = await aPost(db, doing, {
    user_id: people.mate.id,
    content: `${guildWord}里的另一个问题？`,
    created_at: now,
  })
  const hidden = await aPost(db, doing, {
    user_id: people.owner.id,
    content: `${workWord}藏起来的话。`,
    created_at: now,
    hidden_at: now,
    hidden_by: people.teacher.id,
  })
  const reply = await aPost(db, doing, {
    user_id: people.mate.id,
    parent_id: post.id,
    content: `${guildWord}里的回答在这里。`,
    created_at: now,
  })
  const report = await db
    .insertInto('reports')
    .values({
      target: 'discussion',
      target_id: mates.id,
      guild_id: guild.id,
      reporter_id: people.owner.id,
      reason: 'spam',
      note: workWord,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const said = await aFeedback(db, {
    member_id: assistant.id,
    guild_id: guild.id,
    user_id: people.owner.id,
    period: '2026-09',
    comment: `${workWord}讲得很清楚`,
  })
  const announced = (guild_id: number, title: string) =>
    db
      .insertInto('announcements')
      .values({
        guild_id,
        author_id: people.teacher.id,
        title,
        content: '内容',
        content_html: '<p>内容</p>',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [announcement, announcementElsewhere] = [
    await announced(guild.id, `${guildWord}通知`),
    await announced(elsewhere.id, '别处的通知'),
  ]
  const file = await aFile(db, { owner_id: people.owner.id, name: `${workWord}.txt` })
  const message = await messagesOf(db, { ...people, doing, now })
  await db
    .insertInto('deletion_requests')
    .values({
      user_id: leaver.id,
      status: 'open',
      created_at: now,
      answered_by: null,
      answered_at: null,
      erase_at: null,
      erased_at: null,
    })
    .execute()
  const banner = await aBanner(db, { title: `${guildWord}开放日`, guild_id: guild.id })
  const owner = { user_id: people.owner.id, now }
  await earn(db, {
    ...owner,
    kind: 'pass',
    points: 20,
    source_type: 'enrolment',
    source_id: shown.enrolment.id,
    guild_id: guild.id,
    zone: 'Asia/Shanghai',
  })
  await askExport(db, people.owner.id, now)
  await db
    .insertInto('notice_settings')
    .values({ user_id: people.owner.id, topic: 'tasks', in_app: false, mail: false })
    .execute()
  await db.updateTable('submissions').set({ like_count: 1 }).where('id', '=', shown.submission.id).execute()
  await db
    .insertInto('work_likes')
    .values({ submission_id: shown.submission.id, user_id: leaver.id, created_at: now })
    .execute()
  await db
    .insertInto('discussion_likes')
    .values({ discussion_id: post.id, user_id: leaver.id, created_at: now })
    .execute()
  const objects = {
    ...Object.fromEntries(
      Object.entries({
        guild,
        elsewhere,
        chapter,
        chapterElsewhere,
        taskElsewhere,
        announcementElsewhere,
        doing,
        waiting,
        marked,
        passed,
        shared,
        untouched,
        unpublished,
        trashed,
      }).map(([name, { id }]) => [name, id]),
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
    ...{ announcement: announcement.id, file: file.id, banner: banner.id, message: message.id, seat: assistant.id },
    ...{ roster: await aRosterImport(db, { guild_id: guild.id, created_by: people.admin.id, now }) },
    ...{
      ownerId: people.owner.id,
      teacherId: people.teacher.id,
      adminId: people.admin.id,
      mateId: people.mate.id,
      strangerId: people.stranger.id,
      leaverId: leaver.id,
      askerId: asker.id,
      helperId: people.helper.id,
      otherId: people.other.id,
    },
  }
  return { people, objects, receipt: sealed.submission.receipt_no }
}
