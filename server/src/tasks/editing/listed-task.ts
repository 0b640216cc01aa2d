import { iso } from '../../db/time.ts'
import { closeOf, statusAt } from '../rules.ts'
import type { countsOf, StaffTask } from './staff-list-store.ts'

const none = { submitted: 0, waiting: 0, passed: 0 }

/** A task as the lists of staff show it, with its numbers. */
export const listedTask = (task: StaffTask, counts: Awaited<ReturnType<typeof countsOf>>, now: number) => ({
  id: task.id,
  set_id: task.set_id,
  guild_id: task.guild_id,
  guild_name: task.guild_name,
  hue: task.hue,
  glyph: task.glyph,
  flag: task.flag,
  title: task.title,
  type: task.type,
  status: statusAt(task, now),
  chapter_id: task.chapter_id,
  chapter: task.chapter ?? '',
  open_at: iso(task.open_at),
  due_at: iso(task.due_at),
  close_at: iso(closeOf(task)),
  accepted: task.accepted,
  ...(counts.get(task.id) ?? none),
  trashed_at: iso(task.trashed_at),
})
