import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import type { EventMap } from '../events.ts'
import { followAway } from '../messages/away-store.ts'
import { retitle } from '../messages/quotes-store.ts'
import { closeAbout } from '../messages/store.ts'
import { followIntoBin } from '../tasks/bin-away.ts'
import { listAskingIn, rests } from '../tasks/bin-store.ts'
import { findTask } from '../tasks/store.ts'
import { aboutAppeal, aboutExtension, tellOfAppeal, tellOfExtension } from './inbox.ts'
import { aboutHiddenNote, aboutNote, aboutThread, noteAwaySince } from './notes/note-rules.ts'
import { notesAbout, notesPutAway, threadsThatWait } from './notes/note-store.ts'
import { tellOfThread } from './notes/thread.ts'
import { askedAbout, openAppeals, openExtensions } from './requests-store.ts'

/** The keys of all messages about appeals, requests for more time and notes of a task. */
const toldAbout = async (db: Db, task_id: number): Promise<string[]> => {
  const { appeals, extensions } = await askedAbout(db, task_id)
  const { notes, student_ids } = await notesAbout(db, task_id)
  return [
    ...appeals.map(aboutAppeal),
    ...extensions.map(aboutExtension),
    ...notes.flatMap((id) => [aboutNote(id), aboutHiddenNote(id)]),
    ...student_ids.map((student_id) => aboutThread({ task_id, student_id })),
  ]
}

/**
 * Follows a task into the bin and back. While it is there, or its guild is archived, its open appeals, requests for
 * more time and waiting notes are removed from the boxes of staff; afterwards staff are asked again. Answers to
 * students are hidden while the task is in the bin; those about a note that was hidden itself stay hidden after it.
 */
const followBin = async (db: Db, { task_id, since }: EventMap['task.binned'], now: number): Promise<void> => {
  const task = await findTask(db, task_id)
  if (!task) return
  // A note may have been hidden before this event came, or while the task was in the bin.
  for (const note of await notesPutAway(db, task_id))
    for (const before of [null, since ?? null])
      await followAway(db, [aboutNote(note.id)], { before, after: noteAwaySince(note) })
  await followIntoBin(db, task, since, await toldAbout(db, task_id))
  const [appeals, extensions, threads] = [
    await openAppeals(db, task_id),
    await openExtensions(db, task_id),
    await threadsThatWait(db, task_id),
  ]
  if (await rests(db, task)) {
    const things = [
      ...appeals.map(({ id }) => aboutAppeal(id)),
      ...extensions.map(({ id }) => aboutExtension(id)),
      ...threads.map(aboutThread),
    ]
    if (things.length > 0) await closeAbout(db, things)
    return
  }
  for (const one of appeals) await tellOfAppeal(db, one, task, now)
  for (const one of extensions) await tellOfExtension(db, one, task, now)
  for (const one of threads) await tellOfThread(db, { ...one, title: task.title, now })
}

const followName = async (db: Db, { task_id }: EventMap['task.renamed']): Promise<void> => {
  const task = await findTask(db, task_id)
  if (task) await retitle(db, await toldAbout(db, task_id), task.title)
}

/**
 * Subscribes to tasks that are moved to the bin, restored or renamed, and to guilds that are archived or reactivated.
 */
export const registerBin = ({ events }: App): void => {
  events.onAny('task.binned', followBin)
  events.onAny('task.renamed', followName)
  events.onAny('guild.put_away', async (db, { guild_id }, now) => {
    for (const task_id of await listAskingIn(db, guild_id)) await followBin(db, { task_id }, now)
  })
}
