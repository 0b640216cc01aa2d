import { sql } from 'kysely'
import { migrate, readMigrations } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import type { Reader } from './reader.ts'

/** The last migration of the version the old school comes from; later migrations change rows of every table below. */
const LAST_OF_OLD = '0014-backups'
const PEOPLE = 3_000

const numbers = (most: number) =>
  sql.raw(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})`)

/** Creates a school as an old version left it: people, their guild, a task, and a work and a post of each. */
export const arrangeOldSchool = async (target: { dataDir: string; url: string | null }): Promise<void> => {
  const database = await openDatabase({ url: target.url, dataDir: target.dataDir })
  const { dataDir } = target
  try {
    const migrations = (await readMigrations()).filter(({ name }) => name <= LAST_OF_OLD)
    await migrate(database, { dataDir, migrations })
    const { db } = database
    for (const statement of [
      sql`insert into users (username, username_key, nickname, real_name, created_at) ${numbers(PEOPLE)}
          select 'old' || i, 'old' || i, '同学' || i, '同学' || i, i from n`,
      sql`insert into guilds (name, join_policy, invite_code, created_at) values ('旧公会', 'open', 'OLDONE', 1)`,
      sql`insert into guild_members (guild_id, user_id, role, status, joined_at, created_at)
          select 1, id, case when id <= 10 then 'teacher' else 'student' end, 'member', 1, 1 from users`,
      sql`insert into tasks (guild_id, title, type, points, status, created_at, updated_at)
          values (1, '旧任务', 'main', 10, 'open', 1, 1)`,
      sql`insert into enrolments (task_id, guild_id, user_id, state, accepted_at, updated_at)
          select 1, 1, id, 'submitted', 1, 1 from users`,
      sql`insert into submissions (enrolment_id, task_id, guild_id, user_id, version, status, title, content,
            content_html, late, submitted_at, receipt_no, sha256, key, key_hash)
          select id, 1, 1, user_id, 1, 'sealed', '作品' || id, '正文' || id, '<p>正文</p>', false, id, 'R' || id, '',
            'k' || id, 'k' from enrolments`,
      sql`insert into discussions (task_id, guild_id, user_id, role, content, content_html, created_at)
          select 1, 1, id, 'student', '讨论' || id, '<p>讨论</p>', id from users`,
    ])
      await statement.execute(db)
  } finally {
    await database.close()
  }
}

const texts: Record<string, string> = {
  users: 'username',
  guild_members: 'role',
  enrolments: 'state',
  submissions: 'content',
  discussions: 'content',
}

/**
 * The number of rows of each table and the total length of their texts, which must be the same before and after an
 * upgrade.
 */
export const sizeOfOldSchool = (reader: Reader): Promise<string> =>
  reader.look(async (rows) => {
    const sizes: string[] = []
    for (const [table, text] of Object.entries(texts)) {
      const [row] = await rows<{ many: number; long: number }>(
        `select count(*) as many, sum(length(${text})) as long from ${table}`,
      )
      sizes.push(`${table} ${Number(row?.many)}/${Number(row?.long)}`)
    }
    return sizes.join(', ')
  })
