import type { Output } from '@tongchuang/contract/call.ts'
import type { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { statusAt, type Task } from '../rules.ts'
import { chaptersTitled, chapterTitle, membersFor, sharedStudents, standIns } from './set-store.ts'

type Shown = Output<typeof taskEditing.form>['set']
type Needed = readonly { id: number; title: string }[]

/** The classes of a task’s set whose staff the person is; null where there are fewer than two. */
export const showSet = async (
  db: Db,
  task: Task,
  needed: Needed,
  { user_id, now }: { user_id: number; now: number },
): Promise<Shown> => {
  if (task.set_id === null) return null
  const members = await membersFor(db, task.set_id, user_id)
  if (members.length < 2) return null
  const guild_ids = members.map(({ guild_id }) => guild_id)
  const chapter = await chapterTitle(db, task.chapter_id)
  const chapters = chapter === null ? new Map<number, number>() : await chaptersTitled(db, chapter, guild_ids)
  const others = await standIns(
    db,
    needed.map(({ id }) => id),
    guild_ids,
  )
  return {
    id: task.set_id,
    title: task.title,
    members: members.map((member) => ({
      task_id: member.id,
      guild_id: member.guild_id,
      guild_name: member.guild_name,
      hue: member.hue,
      glyph: member.glyph,
      flag: member.flag,
      status: statusAt(member, now),
      open_at: iso(member.open_at),
      due_at: iso(member.due_at),
      close_at: iso(member.close_at),
      base_version: member.edit_version,
      member_count: member.member_count,
      accepted_count: member.accepted_count,
      was_accepted: member.was_accepted === 1,
      may_lead: member.leads === 1,
      archived: member.guild_status === 'archived',
      chapter_missing: chapter !== null && !chapters.has(member.guild_id) ? chapter : '',
      dropped:
        member.guild_id === task.guild_id
          ? []
          : needed.filter(({ id }) => !others.get(member.guild_id)?.has(id)).map(({ title }) => title),
    })),
    shared_students: await sharedStudents(db, guild_ids),
  }
}
