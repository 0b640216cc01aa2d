import { classNames } from '@tongchuang/contract/class-names.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { canRename, nextClass } from '@tongchuang/contract/rules/next-class.ts'
import { holdClasses } from '../accounts/class-name-store.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { lockGuilds } from '../guilds/lock-store.ts'
import { actorOf } from '../guilds/power-rules.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { archiveGuilds, guildsNamedAfter, reviveGuilds } from './last-year-store.ts'
import {
  archivedOf,
  countStudents,
  findRenaming,
  insertRenaming,
  lastRenaming,
  putBack,
  renamingsOf,
  type StoredRenaming,
} from './class-name-store.ts'
import { classesInOrder } from './classes-in-order.ts'
import { undoUntil } from './rules.ts'
import { moveImport } from './store.ts'

const shown = ({ id, state, columns, mapping, row_count, applied_at, nickname }: StoredRenaming) => ({
  id,
  state: state === 'undone' ? ('undone' as const) : ('applied' as const),
  classes: renamingsOf(columns).length,
  students: row_count,
  archived: archivedOf(mapping).length,
  by: nickname,
  at: iso(applied_at ?? 0),
  undo_until: state === 'applied' ? iso(undoUntil(applied_at ?? 0)) : null,
})

const proposed = ({ name, students }: { name: string; students: number }) => {
  const next = nextClass(name)
  return { from: name, to: next === null || next === 'last' ? null : next.to, is_last: next === 'last', students }
}

// A renaming may concern every student of the school.
const slow = { timeoutMs: 60_000 }

/** Renaming classes, all at once, as at the end of a school year. */
export const classNameRoutes = (app: App): void => {
  implement(
    app,
    classNames,
    {
      read: async (_input, caller) => {
        const last = await lastRenaming(app.db)
        const classes = await classesInOrder(app.db, actorOf(caller))
        return {
          classes: classes.map(proposed),
          guilds: await guildsNamedAfter(
            app.db,
            classes.map(({ name }) => name),
          ),
          last: last ? shown(last) : null,
        }
      },

      rename: async ({ changes: wanted, archive = [] }, { user_id, now }) => {
        const changes = wanted.map(({ from, to }) => ({ from, to: to.trim() }))
        if (!canRename(changes))
          throw invalid('changes', '每个班改一次，不能互换名字', 'Each class once, and no two that change names')
        const names = changes.map(({ from }) => from)
        const id = await app.db.transaction().execute(async (db) => {
          // Guilds are locked before their members, in the same order as when members are removed.
          await lockGuilds(db, archive)
          await holdClasses(db, names)
          const there = await countStudents(db, names)
          const isAsSeen = wanted.every(({ from, students }) => (there.get(from) ?? 0) === students)
          if (!isAsSeen) {
            // A repeated press finds the renaming already applied.
            const last = await lastRenaming(db, changes)
            if (last?.state !== 'applied') throw fail('STATE')
            return last.id
          }
          const students = wanted.reduce((sum, one) => sum + one.students, 0)
          if (students === 0) throw fail('STATE')
          const archived = await archiveGuilds(db, app.events, archive, now)
          if (!archived) throw fail('NOT_FOUND')
          return insertRenaming(db, { changes, students, archived, user_id, now })
        })
        if (archive.length > 0) app.jobs.wake('tasks.expire')
        return shownOne(id)
      },

      undo: async ({ id }, { now }) => {
        const found = await findRenaming(app.db, id)
        if (!found) throw fail('NOT_FOUND')
        if (found.state === 'undone') return shown(found)
        if (now > undoUntil(found.applied_at ?? 0)) throw fail('STATE')
        await app.db.transaction().execute(async (db) => {
          await lockGuilds(db, archivedOf(found.mapping))
          if (await moveImport(db, id, ['applied'], { state: 'undone', undone_at: now })) {
            await putBack(db, id, found.columns)
            await reviveGuilds(db, app.events, archivedOf(found.mapping))
          }
        })
        return shownOne(id)
      },
    },
    { rename: slow, undo: slow },
  )

  const shownOne = async (id: number) => shown(orNotFound(await findRenaming(app.db, id)))
}
