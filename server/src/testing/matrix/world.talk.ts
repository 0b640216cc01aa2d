import type { Db } from '../../db/schema.ts'
import { aPost } from '../../discussions/factory.ts'
import { aFeedback } from '../../feedback/factory.ts'
import { guildWord, workWord } from './words.ts'
import type { Guilds, People } from './world.people.ts'
import type { Tasks } from './world.works.ts'

/** Posts under a task with a report of one, and the owner's feedback on an assistant. */
export const talkOf = async (db: Db, people: People, { guild, assistant }: Guilds, { doing }: Tasks, now: number) => {
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
  return { post, mates, hidden, reply, report, said }
}

/** One announcement of each guild. */
export const announcementsOf = async (db: Db, people: People, { guild, elsewhere }: Guilds, now: number) => {
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
        published_at: now,
        takes_replies: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [announcement, announcementElsewhere] = [
    await announced(guild.id, `${guildWord}通知`),
    await announced(elsewhere.id, '别处的通知'),
  ]
  const reply = { announcement_id: announcement.id, user_id: people.owner.id, content: '我来不了', written_at: now }
  await db.insertInto('announcement_replies').values(reply).execute()
  return { announcement, announcementElsewhere }
}

/** A whole class that has just joined each guild. */
export const joiningsOf = async (db: Db, people: People, { guild, elsewhere }: Guilds, now: number) => {
  const joined = (guild_id: number) =>
    db
      .insertInto('class_joinings')
      .values({ guild_id, class_name: '高一（3）班', created_by: people.teacher.id, created_at: now, undone_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [joining, joiningElsewhere] = [await joined(guild.id), await joined(elsewhere.id)]
  return { joining, joiningElsewhere }
}
