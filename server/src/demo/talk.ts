import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'
import { schoolDay, startOfDay, startOfMonth } from '../db/time.ts'
import { earns, movesLedger } from '../discussions/rules.ts'
import { experiencePoints, type ExperienceKind } from '../ledger/rules.ts'
import { renderText } from '../workers/tasks/markdown.ts'
import type { Chance } from './chance.ts'
import { insertMany } from './insert-many.ts'
import type { SampleLedger } from './ledger.ts'
import type { LoadedGuild, LoadedTask } from './sample-types.ts'
import type { Clock } from './plan.ts'
import { anyTalks, feedbackTexts, talks, type SampleTalk } from './talk-texts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Conversations per task; the task's own come first. */
const perTask = 4

type Talking = {
  loaded: readonly LoadedGuild[]
  tasks: readonly LoadedTask[]
  hero: number
  chance: Chance
  ledger: SampleLedger
  clock: Clock
}
type NewPost = Insertable<Schema['discussions']>
type Post = { row: NewPost; fans: number[]; isAnswer: boolean }

// Posts are written at noon and in the evening, as in a real school.
const hours = [12, 12, 17, 18, 19, 19, 20, 20, 21] as const

/** A random time of a school day between an instant and now. */
const momentIn = (from: number, { now, zone }: Clock, chance: Chance): number => {
  const day = startOfDay(Math.floor(from + chance.next() * Math.max(1, now - from)), zone)
  const at = day + (chance.pick(hours) + chance.next() / 2) * HOUR
  return Math.floor(Math.min(Math.max(at, from), now - 10 * 60_000))
}

/** Writes the discussions of the sample school: about 260 posts with their likes, and the experience of both. */
export const addTalk = async (db: Db, given: Talking): Promise<void> => {
  const { loaded, tasks, chance, clock } = given
  const threads: { root: Post; replies: Post[] }[] = []
  for (const { row: task } of tasks) {
    const guild = loaded.find(({ id }) => id === task.guild_id)
    const opened = task.open_at ?? task.created_at
    if (!guild || opened > clock.now - HOUR) continue
    const some = [...(talks[task.title] ?? []), ...chance.shuffle(anyTalks)].slice(0, perTask)
    threads.push(
      ...some.map((talk) => threadOf(talk, { task: { id: task.id, guild_id: guild.id }, guild, opened }, given)),
    )
  }
  threads.sort((one, other) => one.root.row.created_at - other.root.row.created_at)
  const root_ids = await insertMany(
    threads.map(({ root }) => root.row),
    (some) =>
      db
        .insertInto('discussions')
        .values([...some])
        .returning('id')
        .execute(),
  )
  const replies = threads.flatMap(({ replies: own }, at) =>
    own.map((reply) => ({ ...reply, row: { ...reply.row, parent_id: root_ids[at] ?? null } })),
  )
  const reply_ids = await insertMany(
    replies.map(({ row }) => row),
    (some) =>
      db
        .insertInto('discussions')
        .values([...some])
        .returning('id')
        .execute(),
  )
  const posts = [
    ...threads.map(({ root }, at) => ({ ...root, id: root_ids[at] ?? 0 })),
    ...replies.map((reply, at) => ({ ...reply, id: reply_ids[at] ?? 0 })),
  ]
  await addLikes(db, posts)
  addEarned(posts, given)
  const counts = Map.groupBy(posts, ({ row }) => row.task_id)
  for (const [task_id, own] of counts)
    await db.updateTable('tasks').set({ discussion_count: own.length }).where('id', '=', task_id).execute()
}

type ThreadContext = { task: { id: number; guild_id: number }; guild: LoadedGuild; opened: number }

const threadOf = (
  talk: SampleTalk,
  { task, guild, opened }: ThreadContext,
  { hero, chance, clock }: Talking,
): { root: Post; replies: Post[] } => {
  const others = chance.shuffle(guild.members.filter((id) => id !== hero))
  const next = (): number => others.pop() ?? guild.members[0] ?? guild.teacher_id
  const person = (who: 't' | 'a' | 's' | 'h') => {
    if (who === 't' || (who === 'a' && guild.assistant_id === null))
      return { user_id: guild.teacher_id, role: 'teacher' as const }
    if (who === 'a') return { user_id: guild.assistant_id ?? guild.teacher_id, role: 'assistant' as const }
    return { user_id: who === 'h' && guild.members.includes(hero) ? hero : next(), role: 'student' as const }
  }
  const post = (who: 't' | 'a' | 's' | 'h', content: string, created_at: number, more: Partial<NewPost> = {}): Post => {
    const author = person(who)
    const fans = chance
      .shuffle(guild.members.filter((id) => id !== author.user_id))
      .slice(0, Math.floor(chance.next() ** 2 * (author.role === 'student' ? 6 : 12)))
    const row = {
      task_id: task.id,
      guild_id: task.guild_id,
      submission_id: null,
      parent_id: null,
      ...author,
      content,
      content_html: renderText({ content, names: [] }).html,
      anonymous: false,
      answer_rank: 1,
      like_count: fans.length,
      reply_count: 0,
      heat: fans.length,
      demo: true,
      created_at,
      ...more,
    }
    return { row, fans, isAnswer: row.answer_rank === 0 }
  }
  const asked = momentIn(Math.max(opened, clock.now - 21 * DAY), clock, chance)
  const root = post(talk.by ?? 's', talk.ask, asked, { anonymous: talk.anonymous ?? false })
  let at = asked
  const replies = talk.replies.map(([who, content], index) => {
    at = Math.min(at + (0.3 + chance.next() * 6) * HOUR, clock.now - 60_000 * (talk.replies.length - index))
    return post(who, content, Math.floor(at), { answer_rank: index === talk.answer ? 0 : 1 })
  })
  root.row.reply_count = replies.length
  root.row.heat = root.fans.length + replies.length
  return { root, replies }
}

type Written = Post & { id: number }

const addLikes = async (db: Db, posts: readonly Written[]): Promise<void> => {
  const likes = posts.flatMap(({ id, fans, row }) =>
    fans.map((user_id) => ({ discussion_id: id, user_id, created_at: row.created_at })),
  )
  for (let at = 0; at < likes.length; at += 5_000) {
    await db
      .insertInto('discussion_likes')
      .values(likes.slice(at, at + 5_000))
      .execute()
  }
}

/** Adds the experience earned by posts, answers and likes. */
const addEarned = (posts: readonly Written[], { ledger }: Talking): void => {
  for (const { id, row, isAnswer, fans } of posts) {
    if (!movesLedger({ role: row.role, anonymous: row.anonymous ?? false })) continue
    const { user_id, guild_id, created_at: at } = row
    const earn = (kind: ExperienceKind, actor = 0) =>
      ledger.experience(kind, experiencePoints[kind], {
        user_id,
        guild_id,
        source_type: 'discussion',
        source_id: id,
        actor,
        at,
      })
    if (earns(row.content)) earn('discuss')
    if (isAnswer) earn('answered')
    for (const fan of fans) earn('liked', fan)
  }
}

/** Writes feedback on each assistant: enough for last month to be shown, and a little for this month. */
export const addFeedback = async (db: Db, loaded: readonly LoadedGuild[], { now, zone }: Clock): Promise<void> => {
  const last = startOfMonth(now, zone, -1) + 9 * DAY
  // In the first hour of a month, an hour ago is still last month.
  const thisMonth = Math.max(startOfMonth(now, zone, 0), now - HOUR)
  for (const guild of loaded) {
    if (guild.assistant_id === null) continue
    const { id: member_id } = await db
      .selectFrom('guild_members')
      .select('id')
      .where('guild_id', '=', guild.id)
      .where('user_id', '=', guild.assistant_id)
      .executeTakeFirstOrThrow()
    const rows = feedbackTexts.flatMap(([comment, rating], index) => {
      // 林雨桐 is left out, so that her account can give feedback.
      const user_id = guild.members[index + 1]
      if (user_id === undefined) return []
      const said = (at: number) => ({
        member_id,
        guild_id: guild.id,
        user_id,
        period: schoolDay(at, zone).slice(0, 7),
        comment,
        rating,
        named: false,
        shuffle: (index * 7919) % 101,
        demo: true,
        created_at: at,
        updated_at: at,
      })
      return index < 2 ? [said(last), said(thisMonth)] : [said(last)]
    })
    if (rows.length > 0) await db.insertInto('assistant_feedback').values(rows).execute()
  }
}
