import { setImmediate as pause } from 'node:timers/promises'
import { fail } from '@tongchuang/contract/errors.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { rolesOf } from '../accounts/store.ts'
import { openPassword } from '../accounts/waiting-passwords.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { actorOf, type Actor } from '../guilds/power-rules.ts'
import { mayLead } from '../guilds/rules.ts'
import { isArchived } from '../guilds/status-store.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement } from '../http/implement.ts'
import { say } from '../http/language.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { publicAddress } from '../public-address.ts'
import { maxRows } from '../workers/sheet-limits.ts'
import {
  columnLetter,
  guessMapping,
  judge,
  looksLikeHeader,
  problemWords,
  readStudent,
  repeated,
  slipsUntil,
  undoUntil,
  type Judgement,
  type Mapping,
  type Problem,
  type Student,
} from './rules.ts'
import { forgetPasswords, hasSlips, slipRows } from './slip-store.ts'
import {
  allRows,
  countRows,
  findImport,
  firstRows,
  insertImport,
  judgeRows,
  knownPeople,
  leftRows,
  listImports,
  listRows,
  moveImport,
  openImports,
  reopenRows,
} from './store.ts'
import { goThrough } from './work.ts'

const sampled = 8
// Thousands of lines, each looked up and written.
const importMs = 60_000
const genderWords = ['', '男', '女'] as const

/** Lists of students: read, tried out, made into accounts and memberships, printed as slips, taken back. */
export const rosterAdminRoutes = (app: App): void => {
  const { list, read, check, get, rows, apply, undo, slips: printSlips } = rosterAdmin
  implement(
    app,
    { list, check, get, rows, apply, undo, printSlips },
    {
      list: (input, caller) => listOwn(app, input, caller),
      get: ({ id }, caller) => show(app.db, id, actorOf(caller)),
      check: (input, caller) => tryOut(app, input, caller),
      rows: (input, caller) => listLines(app, input, caller),
      apply: (input, caller) => applyImport(app, input, caller),
      undo: (input, caller) => undoImport(app, input, caller),
      printSlips: (input, caller) => openSlips(app, input, caller),
    },
    { check: { timeoutMs: importMs }, undo: { timeoutMs: importMs }, printSlips: { timeoutMs: importMs } },
  )

  implement(
    app,
    { read },
    {
      read: (input, caller) => readSheet(app, input, caller),
    },
    { read: { bodyLimit: 8 * 2 ** 20, timeoutMs: importMs } },
  )

  app.jobs.every('roster', 30, (now) => goThroughOpen(app, now))
}

const show = async (db: Db, id: number, viewer: Actor) => {
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
const mustLead = async (db: Db, guild_id: number | null, { user_id, is_admin }: Actor): Promise<void> => {
  if (guild_id === null) {
    if (!is_admin) throw fail('ROLE')
    return
  }
  const staff = await staffOf(db, user_id, guild_id)
  if (!staff) throw fail('NOT_FOUND')
  if (!mayLead(staff)) throw fail('ROLE')
}

/** A list is for a guild that students can still be in. */
const mustBeActive = async (db: Db, guild_id: number | null): Promise<void> => {
  if (guild_id !== null && (await isArchived(db, guild_id))) throw fail('ARCHIVED')
}

const mine = async (db: Db, id: number, viewer: Actor) => {
  const found = await findImport(db, id, viewer)
  if (!found) throw fail('NOT_FOUND')
  // Whoever has lost the guild since has lost its lists too.
  await mustLead(db, found.guild_id, viewer)
  return found
}

const judgeAll = async (
  db: Db,
  students: readonly { student: Student; problem: Problem | null }[],
  guild_id: number | null,
  viewer: Actor,
) => {
  const again = repeated(students.filter(({ problem }) => problem === null).map(({ student }) => student))
  const numbers = [...new Set(students.map(({ student }) => student.student_no).filter(Boolean))]
  const known = await knownPeople(db, numbers, guild_id, viewer)
  const importer = { has_guild: guild_id !== null, is_admin: viewer.is_admin }
  return students.map(({ student, problem }): { student: Student; judgement: Judgement } => {
    const line = again.get(student.line)
    const wrong: Problem | null = problem ?? (line === undefined ? null : { key: 'twice', line })
    if (wrong) return { student, judgement: { status: 'bad', problem: wrong, user_id: null } }
    return { student, judgement: judge(student, known.get(student.student_no.toLowerCase()), importer) }
  })
}

const listOwn = async (app: App, page: Input<typeof rosterAdmin.list>, caller: Person) => {
  const { db } = app
  const found = await listImports(db, actorOf(caller), page)
  return {
    ...found,
    list: found.list.map(({ nickname, created_at, ...row }) => ({
      ...row,
      created_by: nickname,
      created_at: iso(created_at),
    })),
  }
}

const tryOut = async (app: App, { id, has_header, mapping }: Input<typeof rosterAdmin.check>, caller: Person) => {
  const { db } = app
  const viewer = actorOf(caller)
  const found = await mine(db, id, viewer)
  const width = (JSON.parse(found.columns) as string[]).length
  if (Object.values(mapping).some((column) => column !== null && column >= width))
    throw invalid('mapping', '表里没有这一列', 'The table has no such column')
  const kept = (await allRows(db, id)).map(({ line, cells }) =>
    readStudent(JSON.parse(cells) as string[], line, mapping),
  )
  await pause()
  const body = has_header ? kept.slice(1) : kept
  const judged = await judgeAll(db, body, found.guild_id, viewer)
  await db.transaction().execute(async (db) => {
    const changes = { state: 'checked', has_header, mapping: JSON.stringify(mapping) } as const
    if (!(await moveImport(db, id, ['read', 'checked'], changes))) throw fail('STATE')
    await judgeRows(db, id, judged)
  })
  return show(db, id, viewer)
}

const listLines = async (app: App, { id, status, ...page }: Input<typeof rosterAdmin.rows>, caller: Person) => {
  const { db } = app
  await mine(db, id, actorOf(caller))
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
}

const applyImport = async (app: App, { id, consent }: Input<typeof rosterAdmin.apply>, caller: Person) => {
  const { db } = app
  const viewer = actorOf(caller)
  const { guild_id } = await mine(db, id, viewer)
  await mustBeActive(db, guild_id)
  if (!consent) throw fail('CONSENT')
  await moveImport(db, id, ['checked'], { state: 'applying' })
  const current = await show(db, id, viewer)
  // Pressed twice, the second one finds it under way or done.
  if (current.state !== 'applying' && current.state !== 'applied') throw fail('STATE')
  app.jobs.wake('roster')
  return current
}

const undoImport = async (app: App, { id }: Input<typeof rosterAdmin.undo>, caller: Person) => {
  const { db } = app
  const viewer = actorOf(caller)
  const found = await mine(db, id, viewer)
  const isLate = found.applied_at === null || caller.now > undoUntil(found.applied_at)
  if (found.state === 'undoing' || found.state === 'undone') return show(db, id, viewer)
  if (found.state !== 'applied' || isLate) throw fail('STATE')
  await db.transaction().execute(async (db) => {
    if (await moveImport(db, id, ['applied'], { state: 'undoing' })) await reopenRows(db, id)
  })
  app.jobs.wake('roster')
  return show(db, id, viewer)
}

const openSlips = async (app: App, { id }: Input<typeof rosterAdmin.slips>, caller: Person) => {
  const { db } = app
  const viewer = actorOf(caller)
  const found = await mine(db, id, viewer)
  const settings = await app.settings()
  const kept = await slipRows(db, id, viewer)
  const open = kept.map(({ password, ...row }) => ({
    ...row,
    password: openPassword(app.config.secret, password ?? '') ?? '',
  }))
  return {
    site_name: settings.site_name,
    address: `${publicAddress(app.config, settings, caller.origin)}/`,
    guild_name: found.guild_name,
    list: open.filter(({ password }) => password !== ''),
  }
}

const readSheet = async (
  app: App,
  { guild_id = null, name, file, text }: Input<typeof rosterAdmin.read>,
  caller: Person,
) => {
  const { db } = app
  const viewer = actorOf(caller)
  await mustLead(db, guild_id, viewer)
  await mustBeActive(db, guild_id)
  if ((file === undefined) === (text === undefined))
    throw invalid('file', '请选择文件或粘贴名单', 'Choose a file or paste a list')
  const given = file === undefined ? (text ?? '') : new Uint8Array(Buffer.from(file, 'base64'))
  const transfer = typeof given === 'string' ? [] : [given.buffer]
  const { encoding, rows, head, width } = await app.workers.run('readSheetFile', given, {
    person: viewer.user_id,
    transfer,
  })
  const has_header = looksLikeHeader(head)
  const columns = Array.from({ length: width }, (_, at) => (has_header && head[at]) || columnLetter(at))
  const row_count = rows.length - (has_header ? 1 : 0)
  if (row_count > maxRows)
    throw invalid('file', `一次最多${maxRows}行，请分开导入`, `At most ${maxRows} rows at a time: split the list`)
  const mapping = has_header ? guessMapping(columns) : null
  const values = { guild_id, created_by: viewer.user_id, state: 'read', file_name: name, encoding, has_header } as const
  const lines = rows.map((cells, at) => ({ line: at + 1, cells }))
  const id = await db.transaction().execute((db) =>
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
  return show(db, id, viewer)
}

/** Goes on with the lists that are under way, and forgets passwords that had their time. */
const goThroughOpen = async (app: App, now: number): Promise<void> => {
  for (const one of await openImports(app.db)) {
    const is_admin = (await rolesOf(app.db, one.created_by)).includes('admin')
    await goThrough(app, one, { has_guild: one.guild_id !== null, user_id: one.created_by, is_admin })
  }
  await forgetPasswords(app.db, now - slipsUntil(0))
}
