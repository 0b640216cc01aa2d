import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app-services.ts'
import { withoutDeadline } from '../db/deadline.ts'
import type { Db } from '../db/schema.ts'
import type { TurnOfAll } from './one-at-a-time.ts'

// After this time, the turn of a process that died is free; a live process renews its turn every second.
const LEASE_MS = 10_000
const LOOK_MS = 1_000
const AGAIN_MS = 250

/** Takes the turn of an upload where it is free; otherwise asks its holder to end and returns false. */
const takeTurn = async (db: Db, file_id: number, holder: string, now: number): Promise<boolean> => {
  const mine = { holder, asked: 0, held_until: now + LEASE_MS }
  const taken = await db
    .insertInto('upload_turns')
    .values({ file_id, ...mine })
    .onConflict((conflict) =>
      conflict
        .column('file_id')
        .doUpdateSet(mine)
        .where((eb) =>
          // A time further ahead was written by a clock that has been set back since.
          eb.or([eb('upload_turns.held_until', '<=', now), eb('upload_turns.held_until', '>', now + 10 * LEASE_MS)]),
        ),
    )
    .returning('file_id')
    .executeTakeFirst()
  if (taken) return true
  await db.updateTable('upload_turns').set({ asked: 1 }).where('file_id', '=', file_id).execute()
  return false
}

/** Renews the turn of a holder; returns whether it should end because another process waits. */
const keepTurn = async (db: Db, file_id: number, holder: string, now: number): Promise<boolean> => {
  const row = await db
    .updateTable('upload_turns')
    .set({ held_until: now + LEASE_MS })
    .where('file_id', '=', file_id)
    .where('holder', '=', holder)
    .returning('asked')
    .executeTakeFirst()
  // A holder that has lost its turn should end too.
  return row === undefined || Number(row.asked) === 1
}

const endTurn = async (db: Db, file_id: number, holder: string): Promise<void> => {
  await db.deleteFrom('upload_turns').where('file_id', '=', file_id).where('holder', '=', holder).execute()
}

/** Removes the turns of processes that died long ago. */
export const forgetTurns = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('upload_turns').where('held_until', '<', before).execute()
}

/** Turns among processes that share a database but no folder. */
export const turnsByRow =
  ({ db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>): TurnOfAll =>
  async (id, { goOn, ask }) => {
    const file_id = Number(id)
    const holder = randomUUID()
    while (!(await takeTurn(db, file_id, holder, clock()))) {
      await pause(AGAIN_MS)
      goOn()
    }
    // The request a turn belongs to may take longer than the deadline of a call.
    const quietly = (work: () => Promise<unknown>) =>
      void withoutDeadline(work).catch((error: unknown) =>
        log.warn({ err: error, file: file_id }, 'the turn of an upload'),
      )
    const look = setInterval(
      () => quietly(async () => (await keepTurn(db, file_id, holder, clock())) && (await ask())),
      LOOK_MS,
    ).unref()
    return () => {
      clearInterval(look)
      quietly(() => endTurn(db, file_id, holder))
    }
  }
