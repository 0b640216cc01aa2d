import { fail } from '@tongchuang/contract/errors.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin, termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { asLeader } from '../guilds/staff-access.ts'
import { setGuildStatus } from '../guilds/settings-store.ts'
import { actorOf } from '../guilds/power-rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { linkTo } from '../files/cards.ts'
import { implement, type Handlers } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { withPictures } from '../markdown/pictures.ts'
import { changeMany } from './editing/bulk.ts'
import { archiveTerm, asTermLeader, codeOfCopy, copyTask, copyTerm, mustLeadTerm, previewTerm } from './editing/copy.ts'
import { updateTask } from './editing/update-task.ts'
import { registerRenderJob } from './editing/render-later.ts'
import { attachedTo, historyOf, insertDraft, isChapterOf, recordTask } from './editing/editing-store.ts'
import { requireStaffOfTask, showForm } from './editing/form.ts'
import { listedTask } from './editing/listed-task.ts'
import {
  archiveTask,
  registerTrashJob,
  publishTask,
  restoreTask,
  trashTask,
  unpublishTask,
} from './editing/lifecycle.ts'
import type { Task } from './rules.ts'
import { publishInClasses } from './sets/publish-set.ts'
import { spreadTask, takeOut } from './sets/spread.ts'
import {
  addChapter,
  chaptersWithCounts,
  countsOf,
  listStaffSets,
  listStaffTasks,
  nameChapter,
  orderChapters,
  removeChapter,
  soon,
  staffTasksOf,
  type StaffTask,
} from './editing/staff-list-store.ts'

const mostChapters = 60
const mostHistory = 100
/** For calls that change many tasks one after the other: given up half-way, they would not say what they have done. */
const slow = { timeoutMs: 60_000 }

/** Calls for writing, publishing, archiving and deleting tasks. */
const editingRoutes = (app: App): void => {
  type Act = (db: Db, id: number, caller: Person) => Promise<Task>
  const doing =
    (act: Act) =>
    async ({ id }: { id: number }, caller: Person) => {
      await app.db.transaction().execute((db) => act(db, id, caller))
      return showForm(app, id, caller)
    }

  implement(app, taskEditing, {
    form: ({ id }, caller) => showForm(app, id, caller),

    preview: async ({ id }, caller) => {
      const { task } = await requireStaffOfTask(app.db, id, caller)
      // Students see only attached pictures.
      const attached = new Set((await attachedTo(app.db, id)).map((file) => file.id))
      return {
        content_html: withPictures(task.content_html, (file) =>
          attached.has(file) ? linkTo(app, file, 'original', caller.user_id) : null,
        ),
      }
    },

    create: async ({ guild_id, title, chapter_id = null }, caller) => {
      const { user_id, now } = caller
      const id = await asLeader(app.db, guild_id, user_id, async (db) => {
        // The chapter cannot be removed while a task is put into it.
        if (chapter_id !== null && !(await isChapterOf(db, guild_id, chapter_id))) throw fail('NOT_FOUND')
        const made = await insertDraft(db, { guild_id, title, chapter_id, created_by: user_id, now })
        await recordTask(db, { task_id: made, action: 'create', actor_id: user_id, now })
        return made
      })
      return showForm(app, id, caller)
    },

    update: (sent, caller) => updateTask(app, sent, caller),
    publish: async ({ id, now = false, also }, caller) => {
      await app.db.transaction().execute((db) => publishTask(db, id, caller, now))
      const classes = also === 'set' ? await publishInClasses(app, id, caller, now) : []
      return { ...(await showForm(app, id, caller)), classes }
    },
    unpublish: doing(unpublishTask),
    archive: doing(archiveTask),
    trash: doing(trashTask),
    restore: doing(restoreTask),

    copy: async ({ id, guild_id, title }, caller) => {
      const made = await app.db.transaction().execute((db) => copyTask(db, id, { guild_id, title }, caller))
      return showForm(app, made, caller)
    },

    history: async ({ id }, caller) => {
      await requireStaffOfTask(app.db, id, caller)
      const rows = await historyOf(app.db, id, mostHistory)
      return rows.map(({ at, changed, nickname, ...row }) => ({
        ...row,
        changed: storedStrings(changed),
        actor: nickname ?? '',
        at: iso(at),
      }))
    },
  })
}

/** Calls for giving one task to several classes. */
const setRoutes = (app: App): void => {
  const handlers: Handlers<typeof taskSetsAdmin> = {
    spread: async (sent, caller) => {
      const classes = await spreadTask(app, sent, caller)
      return { task: await showForm(app, sent.id, caller), classes }
    },

    takeOut: async ({ id }, caller) => {
      await takeOut(app, id, caller)
      return showForm(app, id, caller)
    },
  }
  implement(app, taskSetsAdmin, handlers, { spread: slow })
}

type Chapters = Awaited<ReturnType<typeof chaptersWithCounts>>

/**
 * Changes the chapters of a guild under its lock, so that their number stays as counted. Returns the chapters
 * afterwards.
 */
const changeChapters = async (
  app: App,
  guild_id: number,
  user_id: number,
  change: (db: Db, chapters: Chapters) => Promise<void>,
): Promise<Chapters> => {
  return asLeader(app.db, guild_id, user_id, async (db) => {
    await change(db, await chaptersWithCounts(db, guild_id))
    return chaptersWithCounts(db, guild_id)
  })
}

/** Calls for lists of tasks, chapters, and changes of many tasks at once. */
const listRoutes = (app: App): void => {
  const mustBeStaff = async (guild_id: number, user_id: number): Promise<void> => {
    if (!(await staffOf(app.db, user_id, guild_id))) throw fail('NOT_FOUND')
  }

  const handlers: Handlers<typeof taskListsAdmin> = {
    tasks: async (
      { guild_id, status, due_soon = false, type, chapter_id, keyword, sort, grouped = false, ...page },
      { user_id, now },
    ) => {
      if (guild_id !== undefined) await mustBeStaff(guild_id, user_id)
      const filter = {
        user_id,
        guild_id,
        status,
        due: due_soon ? soon(now) : undefined,
        type,
        chapter_id,
        keyword,
        sort,
      }
      const found = await (grouped ? listStaffSets : listStaffTasks)(app.db, filter, page)
      const set_ids = grouped ? found.list.flatMap(({ set_id }) => set_id ?? []) : []
      const sets = await staffTasksOf(app.db, filter, set_ids)
      const all = [...found.list, ...[...sets.values()].flat()]
      const counts = await countsOf(
        app.db,
        all.map(({ id }) => id),
      )
      const listed = (task: StaffTask) => listedTask(task, counts, now)
      const list = found.list.map((task) => {
        const classes = task.set_id === null ? [] : (sets.get(task.set_id) ?? [])
        return { ...listed(task), classes: classes.length > 1 ? classes.map(listed) : [] }
      })
      return { ...found, list }
    },

    bulk: (sent, caller) => changeMany(app, sent, caller),

    chapters: async ({ guild_id }, { user_id }) => {
      await mustBeStaff(guild_id, user_id)
      return chaptersWithCounts(app.db, guild_id)
    },

    saveChapter: ({ guild_id, id, title }, { user_id }) =>
      changeChapters(app, guild_id, user_id, async (db, chapters) => {
        if (id === undefined && chapters.length >= mostChapters)
          throw invalid('title', `最多${mostChapters}个章节`, `At most ${mostChapters} chapters`)
        if (id === undefined) await addChapter(db, guild_id, title)
        else if (!(await nameChapter(db, guild_id, id, title))) throw fail('NOT_FOUND')
      }),

    removeChapter: ({ guild_id, id }, { user_id }) =>
      changeChapters(app, guild_id, user_id, async (db) => {
        if (!(await removeChapter(db, guild_id, id))) throw fail('NOT_FOUND')
      }),

    arrangeChapters: ({ guild_id, ids }, { user_id }) =>
      changeChapters(app, guild_id, user_id, async (db, chapters) => {
        const known = new Set(chapters.map(({ id }) => id))
        if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
          throw invalid('ids', '顺序里要有每一个章节，各一次', 'An order names every chapter once')
        await orderChapters(db, guild_id, ids)
      }),
  }
  implement(app, taskListsAdmin, handlers, { bulk: slow })
}

/** Calls for ending a term and beginning the next; a copy allows for many members, each with its event. */
const termRoutes = (app: App): void => {
  implement(
    app,
    termsAdmin,
    {
      previewCopy: async ({ guild_id, days }, { user_id }) => {
        await mustLeadTerm(app.db, guild_id, user_id)
        const { timezone } = await app.settings()
        const found = await previewTerm(app.db, guild_id, days, timezone)
        return {
          ...found,
          first: found.first.map((task) => ({
            ...task,
            due_before: iso(task.due_before),
            due_after: iso(task.due_after),
          })),
        }
      },

      copyGuild: async ({ key, ...given }, { user_id, roles, now }) => {
        const { guild_id, with_members = false, archive_old = false } = given
        const { timezone: zone } = await app.settings()
        const asked = { ...given, with_members, archive_old }
        const wanted = { ...asked, invite_code: codeOfCopy(app.config.secret, user_id, asked, key) }
        const made = await asTermLeader(app.db, guild_id, user_id, (db) =>
          copyTerm(db, app.events, wanted, { ...actorOf({ user_id, roles }), now, zone }),
        )
        if (archive_old) app.jobs.wake('tasks.expire')
        return made
      },

      archiveGuild: async ({ guild_id }, { user_id, now }) => {
        await asTermLeader(app.db, guild_id, user_id, (db) => archiveTerm(db, app.events, guild_id, now))
        app.jobs.wake('tasks.expire')
        return { guild_id, status: 'archived' as const }
      },

      reviveGuild: async ({ guild_id }, { user_id }) => {
        await asTermLeader(app.db, guild_id, user_id, (db) => setGuildStatus(db, app.events, guild_id, 'active'))
        return { guild_id, status: 'active' as const }
      },
    },
    { copyGuild: slow },
  )
}

/** All calls for editing tasks: one by one, many at once, and term by term. */
export const taskEditingRoutes = (app: App): void => {
  registerRenderJob(app)
  registerTrashJob(app)
  editingRoutes(app)
  setRoutes(app)
  listRoutes(app)
  termRoutes(app)
}
