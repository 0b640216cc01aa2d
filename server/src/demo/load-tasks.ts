import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { aFile } from '../files/factory.ts'
import { renderMarkdown } from '../workers/tasks/markdown.ts'
import type { LoadedGuild, LoadedTask, SampleTask } from './sample-types.ts'
import { dueOf, momentOf, type Clock } from './plan.ts'
import { tasks } from './tasks.ts'

/** Score earned at 100 %, by type of task. */
const points = { main: 100, side: 50, daily: 10, event: 80 } as const

const attachments = {
  'queue-table': {
    name: '三天记录表（模板）.csv',
    bytes: '\ufeff日期,时间,排队人数,记录人\n第一天,12:00,,\n第一天,12:05,,\n第一天,12:10,,\n',
  },
  names: { name: '名单.txt', bytes: '子墨\n雨桐\n晓禾\n思源\n一诺\n' },
} as const

/** Writes the 32 tasks with criteria, prerequisites and attachments. */
export const addTasks = async (
  app: App,
  db: Db,
  given: { guilds: LoadedGuild[]; author_id: number; clock: Clock },
): Promise<LoadedTask[]> => {
  const loaded: LoadedTask[] = []
  for (const [sort_order, task] of tasks.entries()) {
    const guild = given.guilds[task.guild]
    if (!guild) continue
    const row = await db
      .insertInto('tasks')
      .values(rowOf(task, guild, sort_order, given.clock))
      .returningAll()
      .executeTakeFirstOrThrow()
    const criteria: number[] = []
    for (const [order, [label, description, weight]] of (task.criteria ?? []).entries()) {
      const criterion = { task_id: row.id, label, description, weight, sort_order: order }
      criteria.push((await db.insertInto('criteria').values(criterion).returning('id').executeTakeFirstOrThrow()).id)
    }
    await addAttachment(app, db, task, row.id, guild.teacher_id)
    loaded.push({ row, criteria })
  }
  for (const [index, { requires }] of tasks.entries()) {
    const [task, needed] = [loaded[index], loaded.find(({ row }) => row.title === requires)]
    if (task && needed)
      await db
        .insertInto('task_prerequisites')
        .values({ task_id: task.row.id, required_task_id: needed.row.id })
        .execute()
  }
  return loaded
}

const rowOf = (task: SampleTask, guild: LoadedGuild, sort_order: number, clock: Clock) => {
  const open_at = momentOf(task.open, clock)
  const due_at = task.due && dueOf(task.due, clock)
  const close_at = task.close && Math.max(dueOf(task.close, clock), due_at ?? 0)
  const isClosed = close_at !== null && close_at <= clock.now
  return {
    guild_id: guild.id,
    chapter_id: task.chapter === undefined ? null : (guild.chapters[task.chapter] ?? null),
    sort_order,
    title: task.title,
    summary: task.summary,
    content: task.content,
    content_html: renderMarkdown(task.content),
    type: task.type,
    difficulty: Math.min(5, Math.ceil(task.n / 20)),
    points: points[task.type],
    status: open_at > clock.now ? ('scheduled' as const) : isClosed ? ('closed' as const) : ('open' as const),
    open_at,
    due_at,
    close_at,
    late_rule: task.late?.rule ?? ('mark' as const),
    late_percent: task.late?.percent ?? 0,
    late_cap: task.late?.cap ?? 100,
    capacity: task.capacity ?? null,
    needs_text: task.needs_text ?? false,
    min_files: task.min_files ?? 0,
    hold: task.hold ?? false,
    questions: JSON.stringify(task.questions ?? []),
    created_by: guild.teacher_id,
    demo: true,
    created_at: open_at,
    updated_at: open_at,
  }
}

const addAttachment = async (
  app: App,
  db: Db,
  { attachment }: SampleTask,
  task_id: number,
  owner_id: number,
): Promise<void> => {
  if (!attachment) return
  const { name, bytes } = attachments[attachment]
  const file = await aFile(
    db,
    { owner_id, name, purpose: 'task', created_at: app.clock() },
    { files: app.files, bytes: Buffer.from(bytes) },
  )
  await db.insertInto('task_files').values({ task_id, file_id: file.id }).execute()
}
