import { adminPaths } from '@tongchuang/contract/paths.ts'
import { aboutJoining } from '../guilds/rules.ts'
import { notify } from '../messages/store.ts'
import { renderMarkdown } from '../workers/tasks/markdown.ts'
import { pinyinOf } from '../db/pinyin.ts'
import type { Db } from '../db/schema.ts'
import type { LoadedGuild } from './sample-types.ts'
import { momentOf, type Clock } from './plan.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Given = { loaded: readonly LoadedGuild[]; students: readonly number[]; hero: number; clock: Clock }

/** Requests to join, by index into the guilds. */
const wishes = [
  { guild: 6, messages: ['周末常去河边数船，想学会把它算出来。', '班里排值日总排不平，想试试建模。', ''] },
  { guild: 2, messages: ['我有一台爷爷留下的胶片相机，想知道怎么用。', '想拍晨跑的同学。'] },
] as const

type Wish = { guild_id: number; user_id: number; message: string; created_at: number }

/** Sends the teachers of those guilds the messages about the requests. */
const tellOfWishes = async (db: Db, loaded: readonly LoadedGuild[], rows: readonly Wish[]): Promise<void> => {
  for (const { guild_id, user_id, message, created_at: now } of rows) {
    const [guild, student] = [
      await db.selectFrom('guilds').select('name').where('id', '=', guild_id).executeTakeFirstOrThrow(),
      await db.selectFrom('users').select('nickname').where('id', '=', user_id).executeTakeFirstOrThrow(),
    ]
    await notify(db, {
      user_id: loaded.find(({ id }) => id === guild_id)?.teacher_id ?? 0,
      type: 'todo',
      kind: 'join.asked',
      data: { guild: guild.name, student: student.nickname, message },
      link: adminPaths.guild(guild_id, 'requests'),
      about: aboutJoining(guild_id, user_id),
      guild_id,
      now,
    })
  }
}

const addWishes = async (db: Db, { loaded, students, hero, clock: { now } }: Given): Promise<void> => {
  const rows = wishes.flatMap(({ guild, messages }) => {
    const place = loaded[guild]
    if (!place) return []
    const outside = students.filter((id) => id !== hero && !place.members.includes(id))
    return messages.flatMap((message, index) => {
      const user_id = outside[index]
      const at = now - (index * 9 + 2) * HOUR
      return user_id === undefined
        ? []
        : [
            {
              guild_id: place.id,
              user_id,
              role: 'student' as const,
              status: 'pending' as const,
              origin: 'own' as const,
              message,
              joined_at: null,
              created_at: at,
            },
          ]
    })
  })
  if (rows.length > 0) await db.insertInto('guild_members').values(rows).execute()
  await tellOfWishes(db, loaded, rows)
}

const reports = [
  { reason: 'other', note: '说的和老师讲的不一样，怕误导还没做的同学。' },
  { reason: 'spam', note: '同一句话在好几个提问下面都回过。' },
] as const

/** Adds reports by a classmate on two replies in the first guild. */
const addReports = async (db: Db, { loaded, hero, clock: { now } }: Given): Promise<void> => {
  const [guild] = loaded
  if (!guild) return
  const posts = await db
    .selectFrom('discussions')
    .select(['id', 'user_id'])
    .where('guild_id', '=', guild.id)
    .where('role', '=', 'student')
    .where('parent_id', 'is not', null)
    .where('user_id', '!=', hero)
    .orderBy('id')
    .limit(reports.length)
    .execute()
  const rows = posts.flatMap(({ id, user_id }, index) => {
    const reporter_id = guild.members.find((member) => member !== user_id && member !== hero)
    const { reason, note } = reports[index] ?? reports[0]
    return reporter_id === undefined
      ? []
      : [
          {
            target: 'discussion' as const,
            target_id: id,
            guild_id: guild.id,
            reporter_id,
            reason,
            note,
            created_at: now - (index * 20 + 3) * HOUR,
          },
        ]
  })
  if (rows.length > 0) await db.insertInto('reports').values(rows).execute()
}

/** Adds a guild of last year with its members and tasks. */
const addLastYear = async (db: Db, { loaded, clock }: Given): Promise<void> => {
  const like = loaded[6]
  if (!like) return
  const model = await db.selectFrom('guilds').selectAll().where('id', '=', like.id).executeTakeFirstOrThrow()
  const { category_id, hue, glyph, flag, subject, join_policy } = model
  const name = '数学建模组（上学年）'
  const intro = '上一年的建模组，任务和成绩留着查。'
  const begun = clock.now - 400 * DAY
  const members = like.members.slice(1, 13)
  const { id: guild_id } = await db
    .insertInto('guilds')
    .values({
      ...{
        name,
        name_pinyin: await pinyinOf(name),
        category_id,
        hue,
        glyph,
        flag,
        subject,
        intro,
        description: intro,
        description_html: renderMarkdown(intro),
        join_policy,
      },
      ...{ invite_code: 'SXJM2324', status: 'archived', member_count: members.length, demo: true, created_at: begun },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const plain = { guild_id, status: 'member' as const, origin: 'own' as const, joined_at: begun, created_at: begun }
  await db
    .insertInto('guild_members')
    .values([
      { ...plain, user_id: like.teacher_id, role: 'teacher', title: '指导老师' },
      ...members.map((user_id) => ({ ...plain, user_id, role: 'student' as const, title: '' })),
    ])
    .execute()
  const content = '数三天，写出假设，再算一遍。'
  await db
    .insertInto('tasks')
    .values(
      (['数一数校门口的自行车', '操场一圈要走多少步'] as const).map((title, index) => {
        const [open_at, due_at] = [
          momentOf([-380 + index * 30, '08:00'], clock),
          momentOf([-370 + index * 30, '22:00'], clock),
        ]
        return {
          ...{
            guild_id,
            title,
            summary: content,
            content,
            content_html: renderMarkdown(content),
            type: 'main' as const,
            difficulty: 2,
            points: 100,
          },
          ...{ status: 'closed' as const, open_at, due_at, close_at: due_at, created_by: like.teacher_id, demo: true },
          ...{ created_at: open_at, updated_at: open_at, sort_order: index },
        }
      }),
    )
    .execute()
}

/** Adds what staff inboxes hold besides work to review, and a guild of last year. */
export const addInbox = async (db: Db, given: Given): Promise<void> => {
  await addWishes(db, given)
  await addReports(db, given)
  await addLastYear(db, given)
}
