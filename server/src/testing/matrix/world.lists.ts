import type { Db } from '../../db/schema.ts'
import { aboutReminder } from '../../tasks/enrolment/reminder.ts'
import { guildWord, workWord } from './words.ts'

type Person = { id: number }

/** A message to the owner, and a reminder of a task to the owner and a mate; answers the message. */
export const messagesOf = async (
  db: Db,
  { owner, mate, doing, now }: { owner: Person; mate: Person; doing: { id: number; title: string }; now: number },
): Promise<{ id: number }> => {
  const message = await db
    .insertInto('messages')
    .values({
      user_id: owner.id,
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
  const reminder = {
    type: 'todo',
    kind: 'task.reminded',
    about: aboutReminder(doing.id),
    link: null,
    created_at: now,
    read_at: null,
    removed_at: null,
  } as const
  for (const { id: user_id } of [owner, mate])
    await db
      .insertInto('messages')
      .values({ ...reminder, user_id, data: JSON.stringify({ task: doing.title, due_at: null }) })
      .execute()
  return message
}

/** A list of students that was read and not applied; answers its id. */
export const aRosterImport = async (
  db: Db,
  { guild_id, created_by, now }: { guild_id: number; created_by: number; now: number },
): Promise<number> => {
  const { id } = await db
    .insertInto('roster_imports')
    .values({
      guild_id,
      created_by,
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
  return id
}
