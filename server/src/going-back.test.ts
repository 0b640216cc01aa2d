import { randomUUID } from 'node:crypto'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { feedback } from '@tongchuang/contract/feedback.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aMember } from './guilds/factory.ts'
import { aStudentAtWork } from './submissions/factory.ts'
import { aTask } from './tasks/factory.ts'
import { refusal } from './testing/refusal.ts'
import { testApp, type School } from './testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterEach(() => school.close())

const hour = 3_600_000
/** The most times anyone goes back and forth in an hour. */
const mostAnHour = 30

/** A student who has accepted a task and can receive mail. */
const someone = async () => {
  const { db } = school.app
  const { student, guild, task } = await aStudentAtWork(db)
  await db
    .updateTable('users')
    .set({ email: 'lin@school.cn', email_key: 'lin@school.cn', email_confirmed: true })
    .where('id', '=', student.id)
    .execute()
  const chen = await aUser(db, { roles: ['student', 'assistant'] })
  const assistant = await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'assistant' })
  const free = await aTask(db, { guild_id: guild.id })
  const { invite_code } = await db
    .selectFrom('guilds')
    .select('invite_code')
    .where('id', '=', guild.id)
    .executeTakeFirstOrThrow()
  return { send: school.as(student), guild, invite_code, task, free, assistant }
}
type Someone = Awaited<ReturnType<typeof someone>>

const handsIn = async (send: Send, task_id: number, content: string): Promise<number> => {
  const { draft } = await send(submissions.draft, { task_id })
  const base_version = draft?.draft_version ?? 0
  const sent = await send(submissions.submit, { task_id, content, base_version, key: randomUUID() })
  return 'submit_id' in sent ? sent.submit_id : 0
}

/** Actions that can be undone, and what each leaves behind. */
const ways: [what: string, once: (who: Someone, at: number) => Promise<unknown>][] = [
  [
    'hands in and takes it back',
    async ({ send, task }, at) => {
      await send(submissions.withdraw, { submit_id: await handsIn(send, task.id, `第${at}遍`) })
    },
  ],
  [
    'takes a task on and gives it up',
    async ({ send, free: { id } }) => {
      await send(tasks.accept, { id })
      await send(tasks.abort, { id })
    },
  ],
  [
    'leaves a guild and comes back',
    async ({ send, guild, invite_code }) => {
      await send(guilds.leave, { guild_id: guild.id })
      await send(guilds.join, { code: invite_code })
    },
  ],
  [
    'says something else of an assistant',
    ({ send, assistant }, at) =>
      send(feedback.commentAssistant, { assistant_id: assistant.id, comment: `讲得很清楚，第${at}遍` }),
  ],
  [
    'changes a post',
    async ({ send, task }, at) => {
      const { list } = await send(discussions.list, { task_id: task.id })
      const { id } = list[0] ?? (await send(discussions.create, { task_id: task.id, content: '怎么做？' }))
      await send(discussions.edit, { discussion_id: id, content: `怎么做？第${at}遍` })
    },
  ],
]

const rowsOfAll = async (): Promise<number> => {
  const { db } = school.app
  const names = (await db.introspection.getTables()).map(({ name }) => name)
  const counted = names.map((name) => sql`select count(*) as rows from ${sql.table(name)}`)
  const { rows } = await sql<{ rows: number }>`${sql.join(counted, sql` union all `)}`.execute(db)
  return rows.reduce((sum, one) => sum + Number(one.rows), 0)
}

/** Repeats an action until it is refused, at most `most` times. */
const untilRefused = async (once: (at: number) => Promise<unknown>, most: number) => {
  for (let at = 0; at < most; at += 1) {
    const came = await refusal(once(at))
    if (came.reason !== 'done') return { at, came }
  }
  return { at: most, came: null }
}

test.each(ways)('a student who %s, over and over, is asked to wait', async (_, once) => {
  const who = await someone()
  const before = await rowsOfAll()
  const first = await untilRefused((at) => once(who, at), 2 * mostAnHour)
  expect(first).toMatchObject({ at: mostAnHour, came: { reason: 'TOO_FAST' } })
  await school.app.events.drain()
  expect(await rowsOfAll()).toBeLessThan(before + 12 * mostAnHour)
})

test('a student who has taken work back too often in an hour keeps what is handed in, and takes it back an hour later', async () => {
  const { send, task } = await someone()
  const back = async (at: number) =>
    send(submissions.withdraw, { submit_id: await handsIn(send, task.id, `第${at}遍`) })
  await untilRefused(back, 2 * mostAnHour)
  const [last] = (await send(submissions.mine, { task_id: task.id })).list
  expect(last).toMatchObject({ status: 'sealed', version: mostAnHour + 1 })
  school.clock.move(hour)
  expect(await send(submissions.withdraw, { submit_id: last?.id ?? 0 })).toMatchObject({ state: 'doing' })
})

test('the letters a student causes by submitting over and over are limited, too', async () => {
  const { send, task } = await someone()
  await untilRefused(
    async (at) => send(submissions.withdraw, { submit_id: await handsIn(send, task.id, `第${at}遍`) }),
    2 * mostAnHour,
  )
  expect(await school.app.db.selectFrom('mail_outbox').select('id').execute()).toHaveLength(mostAnHour + 1)
})
