import { aBanner } from '../../banners/factory.ts'
import type { Db } from '../../db/schema.ts'
import { markOf, photoIn, spokenOf } from './world.results.ts'
import { aFile } from '../../files/factory.ts'
import { earn } from '../../ledger/store.ts'
import { askExport } from '../../privacy/store.ts'
import { firstBell } from '../test-app.ts'
import { guildWord, workWord } from './words.ts'
import { aRosterImport, messagesOf } from './world.lists.ts'
import { guildsOf, peopleOf, type Guilds, type People } from './world.people.ts'
import { notesOf } from './world.notes.ts'
import { announcementsOf, joiningsOf, talkOf } from './world.talk.ts'
import { tasksOf, worksOf, type Tasks, type Works } from './world.works.ts'

/** The owner's open requests to the teachers, and a teacher's saved comment. */
const requestsOf = async (db: Db, people: People, { guild }: Guilds, { doing }: Tasks, works: Works, now: number) => {
  const { released, done } = works
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
  const criteriaSet = await db
    .insertInto('criteria_sets')
    .values({
      user_id: people.teacher.id,
      guild_id: guild.id,
      title: `${guildWord}标准`,
      criteria: '[]',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { appeal, extension, comment, criteriaSet }
}

/** What the owner earned and requested, and what others like. */
const pointsOf = async (
  db: Db,
  people: People,
  { guild }: Guilds,
  { shown, post_id }: { shown: Works['shown']; post_id: number },
  now: number,
): Promise<void> => {
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
    .values({ submission_id: shown.submission.id, user_id: people.leaver.id, created_at: now })
    .execute()
  await db
    .insertInto('discussion_likes')
    .values({ discussion_id: post_id, user_id: people.leaver.id, created_at: now })
    .execute()
}

/** The people of a guild and of a second one, and one object of each kind, all owned by the owner in a hidden guild. */
export const aWorld = async (db: Db) => {
  const now = firstBell
  const people = await peopleOf(db, now)
  const guilds = await guildsOf(db, people, now)
  const tasks = await tasksOf(db, people, guilds, now)
  const works = await worksOf(db, people, tasks, now)
  const requests = await requestsOf(db, people, guilds, tasks, works, now)
  const talk = await talkOf(db, people, guilds, tasks, now)
  const notes = await notesOf(db, people, guilds, tasks, works, now)
  const { announcement, announcementElsewhere } = await announcementsOf(db, people, guilds, now)
  const joinings = await joiningsOf(db, people, guilds, now)
  const { guild, elsewhere, assistant } = guilds
  const file = await aFile(db, { owner_id: people.owner.id, name: `${workWord}.txt` })
  const photo = await photoIn(db, works.sealed.submission.id, people.owner.id)
  const message = await messagesOf(db, { ...people, doing: tasks.doing, now })
  await db
    .insertInto('deletion_requests')
    .values({
      user_id: people.leaver.id,
      status: 'open',
      created_at: now,
      answered_by: null,
      answered_at: null,
      erase_at: null,
      erased_at: null,
    })
    .execute()
  const banner = await aBanner(db, { title: `${guildWord}开放日`, guild_id: guild.id })
  const { sealed, held, done, shown } = works
  await pointsOf(db, people, guilds, { shown, post_id: talk.post.id }, now)
  const objects = {
    ...idsOf({ guild, elsewhere, announcementElsewhere, ...joinings, ...tasks }),
    ...{ sealed: sealed.submission.id, held: held.submission.id, done: done.submission.id, shown: shown.submission.id },
    ...idsOf({ ...requests, ...talk, ...notes }),
    ...{
      announcement: announcement.id,
      file: file.id,
      photo: photo.id,
      mark: await markOf(db, works.released.id),
      spoken: await spokenOf(db, works.released.id),
      banner: banner.id,
      message: message.id,
      seat: assistant.id,
      begun: works.begun.id,
    },
    ...{ roster: await aRosterImport(db, { guild_id: guild.id, created_by: people.admin.id, now }) },
    ...{
      ownerId: people.owner.id,
      teacherId: people.teacher.id,
      adminId: people.admin.id,
      mateId: people.mate.id,
      strangerId: people.stranger.id,
      leaverId: people.leaver.id,
      askerId: people.asker.id,
      helperId: people.helper.id,
      otherId: people.other.id,
    },
  }
  return { people, objects, receipt: sealed.submission.receipt_no }
}

const idsOf = (rows: Readonly<Record<string, { id: number }>>): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).map(([name, { id }]) => [name, id]))
