import { setImmediate as pause } from 'node:timers/promises'
import { fail } from '@tongchuang/contract/errors.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { rolesOf } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { mayLead } from '../guilds/rules.ts'
import { isArchived } from '../guilds/status-store.ts'
import { staffOf } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import { say } from '../http/language.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { openText } from '../storage/secret-text.ts'
import { maxRows, readSheetFile, readSheetText, type Sheet } from './parse.ts'
import {
  columnLetter,
  guessMapping,
  judge,
  looksLikeHeader,
  problemWords,
  readPupil,
  repeated,
  slipsUntil,
  undoUntil,
  type Judgement,
  type Mapping,
  type Problem,
  type Pupil,
} from './rules.ts'
import {
  allRows,
  countRows,
  findImport,
  firstRows,
  forgetPasswords,
  hasSlips,
  insertImport,
  judgeRows,
  knownPeople,
  leftRows,
  listImports,
  listRows,
  moveImport,
  openImports,
  reopenRows,
  slipRows,
} from './store.ts'
import { goThrough, slips } from './work.ts'

const sampled = 8
const genderWords = ['', '男', '女'] as const

type Viewer = { user_id: number; is_admin: boolean }
const viewerOf = ({ user_id, roles }: Pick<Person, 'user_id' | 'roles'>): Viewer => ({
  user_id,
  is_admin: roles.includes('admin'),
})

/** Lists of pupils: read, tried out, made into accounts and memberships, printed as slips, taken back. */
export const rosterAdminRoutes = (app: App): void => {
  const { db } = app

  const show = async (id: number, viewer: Viewer) => {
    const found = await findImport(db, id, viewer)
    if (!found) throw fail('NOT_FOUND')
    const { counts, done } = await countRows(db, id)
    const { mapping, columns, nickname, applied_at, ...same } = found
    const canUndo = found.state === 'applied' && applied_at !== null
    return {
      ...same,
      columns: JSON.parse(columns) as string[],
      mapping: mapping === null ? null : (JSON.parse(mapping) as Mapping),
      sample: await firstRows(db, id, sampled),
      counts: found.state === 'read' ? null : counts,
      done,
      left: found.state === 'undone' ? await leftRows(db, id) : [],
      created_by: nickname,
      created_at: iso(found.created_at),
      applied_at: iso(applied_at),
      undo_until: canUndo ? iso(undoUntil(applied_at)) : null,
      has_slips: found.state === 'applied' && (await hasSlips(db, id)),
    }
  }

  /** Teachers import into a guild they lead; administrators wherever they like. */
  const mustLead = async (guild_id: number | null, { user_id, is_admin }: Viewer): Promise<void> => {
    if (guild_id === null) {
      if (!is_admin) throw fail('ROLE')
      return
    }
    const staff = await staffOf(db, user_id, guild_id)
    if (!staff) throw fail('NOT_FOUND')
    if (!mayLead(staff)) throw fail('ROLE')
  }

  /** A list is for a guild that pupils can still be in. */
  const mustBeActive = async (guild_id: number | null): Promise<void> => {
    if (guild_id !== null && (await isArchived(db, guild_id))) throw fail('ARCHIVED')
  }

  const mine = async (id: number, viewer: Viewer) => {
    const found = await findImport(db, id, viewer)
    if (!found) throw fail('NOT_FOUND')
    // Whoever has lost the guild since has lost its lists too.
    await mustLead(found.guild_id, viewer)
    return found
  }

  const judgeAll = async (
    pupils: readonly { pupil: Pupil; problem: Problem | null }[],
    guild_id: number | null,
    viewer: Viewer,
  ) => {
    const again = repeated(pupils.filter(({ problem }) => problem === null).map(({ pupil }) => pupil))
    const numbers = [...new Set(pupils.map(({ pupil }) => pupil.student_no).filter(Boolean))]
    const known = await knownPeople(db, numbers, guild_id)
    const importer = { has_guild: guild_id !== null, is_admin: viewer.is_admin }
    return pupils.map(({ pupil, problem }): { pupil: Pupil; judgement: Judgement } => {
      const line = again.get(pupil.line)
      const wrong: Problem | null = problem ?? (line === undefined ? null : { key: 'twice', line })
      if (wrong) return { pupil, judgement: { status: 'bad', problem: wrong, user_id: null } }
      return { pupil, judgement: judge(pupil, known.get(pupil.student_no.toLowerCase()), importer) }
    })
  }

  const { list, read, check, get, rows, apply, undo, slips: printSlips } = rosterAdmin
  implement(
    app,
    { list, check, get, rows, apply, undo, printSlips },
    {
      list: async (page, caller) => {
        const found = await listImports(db, viewerOf(caller), page)
        return {
          ...found,
          list: found.list.map(({ nickname, created_at, ...row }) => ({
            ...row,
            created_by: nickname,
            created_at: iso(created_at),
          })),
        }
      },

      get: ({ id }, caller) => show(id, viewerOf(caller)),

      check: async ({ id, has_header, mapping }, caller) => {
        const viewer = viewerOf(caller)
        const found = await mine(id, viewer)
        const width = (JSON.parse(found.columns) as string[]).length
        if (Object.values(mapping).some((column) => column !== null && column >= width))
          throw invalid('mapping', '表里没有这一列', 'The table has no such column')
        const kept = (await allRows(db, id)).map(({ line, cells }) =>
          readPupil(JSON.parse(cells) as string[], line, mapping),
        )
        await pause()
        const body = has_header ? kept.slice(1) : kept
        const judged = await judgeAll(body, found.guild_id, viewer)
        await db.transaction().execute(async (db) => {
          const changes = { state: 'checked', has_header, mapping: JSON.stringify(mapping) } as const
          if (!(await moveImport(db, id, ['read', 'checked'], changes))) throw fail('STATE')
          await judgeRows(db, id, judged)
        })
        return show(id, viewer)
      },

      rows: async ({ id, status, ...page }, caller) => {
        await mine(id, viewerOf(caller))
        const found = await listRows(db, id, status, page)
        return {
          ...found,
          list: found.list.map(({ problem, gender, status: judged, ...row }) => ({
            ...row,
            status: judged ?? 'bad',
            gender: genderWords[gender] ?? '',
            problem: problem === '' ? '' : say(problemWords(JSON.parse(problem) as Problem), caller.language),
          })),
        }
      },

      apply: async ({ id, consent }, caller) => {
        const viewer = viewerOf(caller)
        const { guild_id } = await mine(id, viewer)
        await mustBeActive(guild_id)
        if (!consent) throw fail('CONSENT')
        await moveImport(db, id, ['checked'], { state: 'applying' })
        const current = await show(id, viewer)
        // Pressed twice, the second one finds it under way or done.
        if (current.state !== 'applying' && current.state !== 'applied') throw fail('STATE')
        app.jobs.wake('roster')
        return current
      },

      undo: async ({ id }, caller) => {
        const viewer = viewerOf(caller)
        const found = await mine(id, viewer)
        const isLate = found.applied_at === null || caller.now > undoUntil(found.applied_at)
        if (found.state === 'undoing' || found.state === 'undone') return show(id, viewer)
        if (found.state !== 'applied' || isLate) throw fail('STATE')
        await db.transaction().execute(async (db) => {
          if (await moveImport(db, id, ['applied'], { state: 'undoing' })) await reopenRows(db, id)
        })
        app.jobs.wake('roster')
        return show(id, viewer)
      },

      printSlips: async ({ id }, caller) => {
        const found = await mine(id, viewerOf(caller))
        const { site_name } = await app.settings()
        const kept = await slipRows(db, id)
        const open = kept.map(({ password, ...row }) => ({
          ...row,
          password: openText(app.config.secret, slips, password ?? '') ?? '',
        }))
        return { site_name, guild_name: found.guild_name, list: open.filter(({ password }) => password !== '') }
      },
    },
  )

  implement(
    app,
    { read },
    {
      read: async ({ guild_id = null, name, file, text }, caller) => {
        const viewer = viewerOf(caller)
        await mustLead(guild_id, viewer)
        await mustBeActive(guild_id)
        if ((file === undefined) === (text === undefined))
          throw invalid('file', '请选择文件或粘贴名单', 'Choose a file or paste a list')
        const sheet: Sheet =
          file === undefined
            ? { encoding: 'utf-8', rows: readSheetText(text ?? '') }
            : await readSheetFile(Buffer.from(file, 'base64'))
        // Reading 5,000 rows takes a while, and so does keeping them.
        await pause()
        const [head = []] = sheet.rows
        const has_header = looksLikeHeader(head)
        const width = Math.max(...sheet.rows.map((row) => row.length))
        const columns = Array.from({ length: width }, (_, at) => (has_header && head[at]) || columnLetter(at))
        const row_count = sheet.rows.length - (has_header ? 1 : 0)
        if (row_count > maxRows)
          throw invalid('file', `一次最多${maxRows}行，请分开导入`, `At most ${maxRows} rows at a time: split the list`)
        const mapping = has_header ? guessMapping(columns) : null
        const values = {
          guild_id,
          created_by: viewer.user_id,
          state: 'read',
          file_name: name,
          encoding: sheet.encoding,
          has_header,
        } as const
        const lines = sheet.rows.map((cells, at) => ({ line: at + 1, cells }))
        const id = await db
          .transaction()
          .execute((db) =>
            insertImport(
              db,
              {
                ...values,
                columns: JSON.stringify(columns),
                mapping: mapping && JSON.stringify(mapping),
                row_count,
                created_at: caller.now,
              },
              lines,
            ),
          )
        return show(id, viewer)
      },
    },
    { read: { bodyLimit: 8 * 2 ** 20 } },
  )

  app.jobs.every('roster', 30, async (now) => {
    for (const one of await openImports(db)) {
      const is_admin = (await rolesOf(db, one.created_by)).includes('admin')
      await goThrough(app, one, { has_guild: one.guild_id !== null, is_admin })
    }
    await forgetPasswords(db, now - slipsUntil(0))
  })
}
