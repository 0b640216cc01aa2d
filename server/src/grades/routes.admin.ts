import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Input } from '@tongchuang/contract/call.ts'
import { fail, type Language } from '@tongchuang/contract/errors.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { statisticsAdmin } from '@tongchuang/contract/statistics.admin.ts'
import type { App } from '../app-services.ts'
import { schoolDay } from '../db/time.ts'
import { dispositionOf } from '../files/kind-rules.ts'
import { peopleOf } from '../files/person.ts'
import { mayReview } from '../guilds/rules.ts'
import { actorOf } from '../guilds/power-rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { guildName } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import type { Person } from '../http/session.ts'
import { mustBeOffline } from '../reviews/entered/entered-rules.ts'
import { statusAt } from '../tasks/rules.ts'
import { findTask } from '../tasks/store.ts'
import { entryTemplate } from './entry-template.ts'
import { exportLink, exportPath, readExportLink } from './export-link.ts'
import { exportWords, gridTable, schoolTable } from './export-table.ts'
import { gridPage } from './grid-page.ts'
import { mustSeeGuild } from '../roster/people-access.ts'
import { peopleFile, peopleTable } from './people-table.ts'
import { csvOf, xlsxOf, type Table } from './sheet.ts'
import { exportedGuilds, type ShownGuild } from './shown-guilds.ts'
import { taskStatistics } from './statistics.ts'
import { gradedGuilds } from './store.ts'
import { safeName } from '../storage/safe-names.ts'
import { worksZip } from './works-zip.ts'

type GradesRequest = { kind: 'grades'; language: Language } & Input<typeof gradesAdmin.exportGrades>
type WorksRequest = { kind: 'works'; language: Language } & Input<typeof gradesAdmin.exportWorks>
type TemplateRequest = { kind: 'template'; language: Language } & Input<typeof gradesAdmin.exportTemplate>
type PeopleRequest = { kind: 'people'; language: Language } & Input<typeof peopleAdmin.exportList>
type ExportRequest = GradesRequest | WorksRequest | TemplateRequest | PeopleRequest

const isAdmin = ({ roles }: Person): boolean => roles.includes('admin')

/** Exports are for teachers; the whole school at once for administrators. Returns the guilds, null for the school. */
const mustExport = async (
  app: App,
  caller: Person,
  {
    guild_id,
    set_id,
    across,
  }: { guild_id?: number | undefined; set_id?: number | undefined; across?: boolean | undefined },
): Promise<ShownGuild[] | null> => {
  if (guild_id !== undefined || set_id !== undefined || across === true)
    return exportedGuilds(app, { guild_id, set_id }, caller)
  if (!isAdmin(caller)) throw fail('ROLE')
  return null
}

const mustExportWorks = async (
  app: App,
  caller: Person,
  { guild_id, task_id }: Input<typeof gradesAdmin.exportWorks>,
) => {
  if (task_id === undefined) {
    const guilds = await mustExport(app, caller, { guild_id })
    return { guild_id: guilds?.[0]?.id ?? null, task_id: null, title: null }
  }
  const task = await findTask(app.db, task_id)
  if (!task || task.status === 'trashed' || (guild_id !== undefined && guild_id !== task.guild_id))
    throw fail('NOT_FOUND')
  await mustExport(app, caller, { guild_id: task.guild_id })
  return { guild_id: task.guild_id, task_id, title: task.title }
}

const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An offline task whose results the caller may enter. */
const mustEnter = async (app: App, { user_id, now }: Person, task_id: number) => {
  const task = await findTask(app.db, task_id)
  const staff = task && (await staffOf(app.db, user_id, task.guild_id))
  if (!task || !staff || !mayReview(staff)) throw fail('NOT_FOUND')
  mustBeOffline(task, statusAt(task, now))
  return task
}

/**
 * Refuses whoever may not have an export now, whatever they could when they asked for it; returns the guilds of a grade
 * table.
 */
const mustHave = async (app: App, caller: Person, request: ExportRequest): Promise<number[]> => {
  if (request.kind === 'grades') return ((await mustExport(app, caller, request)) ?? []).map(({ id }) => id)
  if (request.kind === 'works') await mustExportWorks(app, caller, request)
  else if (request.kind === 'template') await mustEnter(app, caller, request.task_id)
  else await mustSeeGuild(app.db, caller, request.guild_id)
  return []
}

/** The file name and bytes of a download; rights are checked again. */
const download = async (
  app: App,
  caller: Person,
  request: ExportRequest,
): Promise<{ name: string; mime: string; body: NodeJS.ReadableStream }> => {
  const words = exportWords(request.language)
  const { timezone } = await app.settings()
  const day = schoolDay(caller.now, timezone)
  const nameFor = async (
    what: string,
    guild_id: number | null,
    title: string | null,
    ending: string,
  ): Promise<string> => {
    const of = title ?? (guild_id === null ? (await app.settings()).site_name : await guildName(app.db, guild_id))
    return `${safeName(of)}_${what}_${day}.${ending}`
  }
  if (request.kind === 'works') {
    const { title, ...scope } = await mustExportWorks(app, caller, request)
    return {
      name: await nameFor(words.works, scope.guild_id, title, 'zip'),
      mime: 'application/zip',
      body: worksZip(app, scope, words.archive, timezone),
    }
  }
  if (request.kind === 'template') {
    const task = await mustEnter(app, caller, request.task_id)
    return {
      name: await nameFor(words.entry, task.guild_id, task.title, 'xlsx'),
      mime: sheetMime,
      body: xlsxOf(await entryTemplate(app.db, task, { language: request.language, only: request.only ?? 'all' })),
    }
  }
  if (request.kind === 'people') {
    const { kind: _people, format, ...wanted } = request
    await mustSeeGuild(app.db, caller, wanted.guild_id)
    return tableFile(
      `${safeName((await app.settings()).site_name)}_${peopleFile(request.language)}_${day}.${format}`,
      format,
      peopleTable(app.db, actorOf(caller), { ...wanted, zone: timezone }),
    )
  }
  const { kind: _kind, format, guild_id, across = false, comments = false, ...selection } = request
  const guilds = await mustExport(app, caller, request)
  const { now } = caller
  const isAcross = guild_id === undefined && (across || selection.set_id !== undefined)
  const table = guilds
    ? await gridTable(app.db, { ...selection, guilds, across: isAcross, comments, now })
    : schoolTable(app.db, { ...selection, now, zone: timezone })
  const name = await nameFor(words.grades, guild_id ?? null, isAcross ? words.across : null, format)
  return tableFile(name, format, table)
}

const tableFile = (name: string, format: 'csv' | 'xlsx', table: Table) =>
  format === 'csv'
    ? { name, mime: 'text/csv; charset=utf-8', body: csvOf(table) }
    : { name, mime: sheetMime, body: xlsxOf(table) }

type Ticketed = { Querystring: { ticket?: unknown } }

/**
 * A download sends no header: it is authorized by the ticket in its address, in the hands of the person it was made
 * for.
 */
const sendExport = async (app: App, request: FastifyRequest<Ticketed>, reply: FastifyReply): Promise<FastifyReply> => {
  const { ticket } = request.query
  const askerAmong = (people: readonly Person[]) =>
    people.find(({ user_id, audience }) => user_id === asked?.user_id && audience === 'admin')
  const people = await peopleOf(app, request)
  const asked =
    typeof ticket === 'string' ? readExportLink<ExportRequest>(app.config.secret, ticket, app.clock()) : null
  const caller = askerAmong(people)
  if (!asked || !caller) throw fail('NOT_FOUND')
  await app.limits.spend('upload', caller)
  const had = await mustHave(app, caller, asked.what)
  app.http.load.sending(reply, caller.user_id, async () => {
    const still = askerAmong(await peopleOf(app, request))
    const has = new Set(still && (await mustHave(app, still, asked.what)))
    return still !== undefined && had.every((id) => has.has(id))
  })
  const { name, mime, body } = await download(app, caller, asked.what)
  return reply
    .headers({ 'content-type': mime, 'content-disposition': dispositionOf(name, false), 'cache-control': 'no-store' })
    .send(body as Readable)
}

/** The grade grid and the exports of grades and works. */
export const gradeRoutes = (app: App): void => {
  app.http.get<Ticketed>(exportPath, (request, reply) => sendExport(app, request, reply))

  const link = (what: ExportRequest, { user_id, now }: Person) => ({ url: exportLink(app.config, what, user_id, now) })
  implement(app, statisticsAdmin, { statistics: (input, caller) => taskStatistics(app, input, caller) })

  implement(
    app,
    { exportList: peopleAdmin.exportList },
    {
      exportList: async (input, caller) => {
        await mustSeeGuild(app.db, caller, input.guild_id)
        return link({ kind: 'people', language: caller.language, ...input }, caller)
      },
    },
  )

  implement(app, gradesAdmin, {
    guilds: async (_input, caller) =>
      (await gradedGuilds(app.db, actorOf(caller))).map(({ id, name, leads }) => ({
        id,
        name,
        may_export: leads === 1,
      })),

    grid: (input, caller) => gridPage(app, input, caller),

    exportGrades: async (input, caller) => {
      await mustExport(app, caller, input)
      return link({ kind: 'grades', language: caller.language, ...input }, caller)
    },

    exportTemplate: async (input, caller) => {
      await mustEnter(app, caller, input.task_id)
      return link({ kind: 'template', language: caller.language, ...input }, caller)
    },

    exportWorks: async (input, caller) => {
      await mustExportWorks(app, caller, input)
      return link({ kind: 'works', language: caller.language, ...input }, caller)
    },
  })
}
