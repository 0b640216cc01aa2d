import { studentTask } from '@tongchuang/contract/student-task.ts'
import { anthologies } from '@tongchuang/contract/anthologies.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { growth } from '@tongchuang/contract/growth.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { search } from '@tongchuang/contract/search.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aPost } from './discussions/factory.ts'
import { aGuild, aMember } from './guilds/factory.ts'
import { notify } from './messages/store.ts'
import { aSubmission } from './submissions/factory.ts'
import { anEnrolment, aTask } from './tasks/factory.ts'
import { countQueries } from './testing/count-queries.ts'
import { testApp, type School } from './testing/test-app.ts'

type SampleIds = { guild_id: number; task_id: number; set_id: number }

const lists: Readonly<Record<string, (send: Send, ids: SampleIds) => Promise<unknown>>> = {
  'tasks of all guilds': (send) => send(tasks.listByGuild, {}),
  'tasks of one guild': (send, { guild_id }) => send(tasks.listByGuild, { guild_id }),
  'tasks under way': (send) => send(tasks.listDoing, {}),
  'the map of tasks': (send, { guild_id }) => send(studentTask.menu, { guild_id }),
  'a task': (send, { task_id }) => send(studentTask.detail, { id: task_id }),
  'a discussion': (send, { task_id }) => send(discussions.list, { task_id }),
  'own versions': (send) => send(submissions.mine, {}),
  'works, newest': (send) => send(works.list, {}),
  'works, most liked': (send) => send(works.list, { sort: 'like' }),
  'works of a guild': (send, { guild_id }) => send(works.list, { guild_id }),
  'the anthology of a guild': (send, { guild_id }) => send(anthologies.issue, { guild_id }),
  guilds: (send) => send(catalog.guilds, {}),
  'names of guilds': (send) => send(guilds.names, {}),
  'the page of a guild': (send, { guild_id }) => send(catalog.classDetail, { guild_id }),
  'whom to mention': (send, { task_id }) => send(discussions.mentionable, { task_id }),
  excellent: (send) => send(rankings.excellent, {}),
  'work-hard': (send) => send(rankings.workHard, {}),
  search: (send) => send(search.search, { q: '观察' }),
  messages: (send) => send(messages.list, {}),
  ledger: (send) => send(growth.ledger, {}),
}

const staffLists: typeof lists = {
  'the review queue': (send) => send(reviewsAdmin.queue, {}),
  'the classes of a set': (send, { set_id }) => send(reviewSetsAdmin.standing, { set_id }),
}

let school: School
let ids: SampleIds
let student: { id: number }
let teacher: { id: number }
const few = new Map<string, number>()

const aSet = async (): Promise<number> => {
  const made = { owner_id: teacher.id, title: '共同的调查', created_at: school.clock.now() }
  return (await school.app.db.insertInto('task_sets').values(made).returning('id').executeTakeFirstOrThrow()).id
}

/** Things for every list: a guild with a task, own work, somebody else's shared work, a question, a message. */
const addThings = async (count: number): Promise<void> => {
  const { db } = school.app
  for (let at = 0; at < count; at += 1) {
    const now = school.clock.now()
    const guild = await aGuild(db)
    await aMember(db, { guild_id: guild.id, user_id: student.id })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const task = await aTask(db, { guild_id: guild.id, title: '观察日记' })
    ids ??= { guild_id: guild.id, task_id: task.id, set_id: await aSet() }
    await aTask(db, { guild_id: guild.id, title: '共同的调查', set_id: ids.set_id })
    const here = await aTask(db, { guild_id: ids.guild_id, title: '观察记录' })
    await anEnrolment(db, task, { user_id: student.id })
    await aSubmission(db, await anEnrolment(db, here, { user_id: student.id, state: 'submitted' }), {
      submitted_at: now,
    })
    const mate = await aUser(db)
    await aMember(db, { guild_id: ids.guild_id, user_id: mate.id })
    const passed = { state: 'passed' as const, score: 90, percent_final: 90, released_at: now }
    await aSubmission(db, await anEnrolment(db, here, { user_id: mate.id, ...passed }), {
      status: 'released',
      share: 'guild',
      submitted_at: now,
      like_count: at,
      featured: true,
    })
    await aPost(db, { id: ids.task_id, guild_id: ids.guild_id }, { user_id: mate.id, created_at: now })
    await notify(db, { user_id: student.id, type: 'notice', kind: 'task.changed', data: { task: '观察日记' }, now })
  }
  for (const job of ['rankings.follow', 'search.follow']) await school.app.jobs.run(job)
}

const senders = () => ({ own: school.as(student), staff: school.as(teacher, { audience: 'admin', role: 'teacher' }) })

const counted = async (ask: (send: Send, ids: SampleIds) => Promise<unknown>, send: Send): Promise<number> => {
  // The first call opens the session, so it is not counted. Settings are read every few seconds, so at most one of the
  // two counts includes them.
  await ask(send, ids)
  const first = await countQueries(school, () => ask(send, ids))
  return Math.min(first, await countQueries(school, () => ask(send, ids)))
}

beforeAll(async () => {
  school = await testApp()
  student = await aUser(school.app.db)
  teacher = await aUser(school.app.db, { roles: ['teacher'] })
  await addThings(2)
  const { own, staff } = senders()
  for (const [name, ask] of Object.entries(lists)) few.set(name, await counted(ask, own))
  for (const [name, ask] of Object.entries(staffLists)) few.set(name, await counted(ask, staff))
  await addThings(10)
})
afterAll(() => school.close())

test.each([
  ...Object.entries(lists).map((list) => [...list, 'own'] as const),
  ...Object.entries(staffLists).map((list) => [...list, 'staff'] as const),
])('%s: twelve cost as many queries as two', async (name, ask, who) => {
  expect(few.get(name)).toBeGreaterThan(0)
  expect(await counted(ask, senders()[who])).toBe(few.get(name))
})
