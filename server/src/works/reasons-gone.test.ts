import type { Input } from '@tongchuang/contract/call.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { storedValue } from '../db/stored-json.ts'
import { aMember } from '../guilds/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
  await school.app.changeSettings({ share_approval: true })
})
afterEach(() => school.close())

const { waiting } = reviewing(() => ({ school }))
const db = () => school.app.db

/**
 * A work that waits for its review, a reviewing assistant of its guild, and what the teacher is asked about picks and
 * shares.
 */
const aWork = async () => {
  const fixture = await waiting()
  const { guild, teacher } = fixture
  const assistant = await aUser(db(), { roles: ['assistant'], nickname: '周助教' })
  await aMember(db(), { guild_id: guild.id, user_id: assistant.id, role: 'assistant', can_review: true })
  const asked = async () => {
    await school.app.events.drain()
    const todos = db().selectFrom('messages').select(['kind', 'data']).where('user_id', '=', teacher.id)
    const rows = await todos.where('type', '=', 'todo').where('kind', 'like', 'work.%').orderBy('kind').execute()
    return rows.map(({ kind, data }) => ({ kind, ...storedValue(data) }))
  }
  return { ...fixture, asked, assist: school.as(assistant, { audience: 'admin', role: 'assistant' }) }
}
type Work = Awaited<ReturnType<typeof aWork>>

type Decided = Partial<Input<typeof reviewsAdmin.decide>> & Pick<Input<typeof reviewsAdmin.decide>, 'decision'>

const decide = async (as: Work['assist'], submit_id: number, decided: Decided) => {
  await as(reviewsAdmin.open, { submit_id })
  await as(reviewsAdmin.decide, { submit_id, text: '看过了', ...decided })
}
const pass = { decision: 'pass', score: 80 } as const

/** A work whose share is pending and which the assistant has picked. */
const asking = async () => {
  const work = await aWork()
  await decide(work.review, work.submit_id, pass)
  await work.send(works.share, { submit_id: work.submit_id, share: 'guild' })
  await work.assist(worksAdmin.pick, { submit_id: work.submit_id, reason: '光很安静' })
  return work
}

test('a task in the bin asks a teacher about no pick and no share of its works, and asks again once it is back', async () => {
  const { review, task, asked } = await asking()
  const both = await asked()
  expect(both).toMatchObject([
    { kind: 'work.pick_proposed', assistant: '周助教' },
    { kind: 'work.share_asked', count: 1 },
  ])
  await review(taskEditing.trash, { id: task.id })
  expect(await asked()).toEqual([])
  await review(taskEditing.restore, { id: task.id })
  expect(await asked()).toEqual(both)
})

test('a guild in the archive asks a teacher about no pick, and again once it goes on; a share is decided there as well', async () => {
  const { review, guild, submit_id, asked } = await asking()
  const both = await asked()
  await review(termsAdmin.archiveGuild, { guild_id: guild.id })
  expect(await asked()).toMatchObject([{ kind: 'work.share_asked', count: 1 }])
  await review(termsAdmin.reviveGuild, { guild_id: guild.id })
  expect(await asked()).toEqual(both)
  await review(termsAdmin.archiveGuild, { guild_id: guild.id })
  await review(worksAdmin.answerShare, { submit_id, grant: true })
  expect(await asked()).toEqual([])
})

test('nobody decides about picks and shares of works whose task is in the bin, and no list of staff has them', async () => {
  const { review, assist, task, guild, submit_id } = await asking()
  await review(taskEditing.trash, { id: task.id })
  const refused = [
    await refusal(review(worksAdmin.pick, { submit_id })),
    await refusal(review(worksAdmin.unpick, { submit_id })),
    await refusal(assist(worksAdmin.unpick, { submit_id })),
    await refusal(review(worksAdmin.answerShare, { submit_id, grant: true })),
  ]
  for (const one of refused) expect(one).toMatchObject({ reason: 'STATE', data: { state: 'trashed' } })
  for (const show of ['all', 'waiting', 'proposed'] as const)
    expect((await review(worksAdmin.list, { guild_id: guild.id, show })).list).toEqual([])
  // A work that must not be seen can be hidden in any state.
  expect(await review(worksAdmin.hide, { submit_id, reason: '照片里有门牌' })).toMatchObject({ hidden: true })
})

test('the picks on held results of a set leave out those of a task in the bin', async () => {
  const { review, assist, task, teacher, submit_id } = await aWork()
  const set_id = await makeSet(db(), { owner_id: teacher.id, title: '夜空', now: school.clock.now() })
  await db().updateTable('tasks').set({ set_id }).where('id', '=', task.id).execute()
  await decide(assist, submit_id, { ...pass, hold: true })
  await assist(worksAdmin.pick, { submit_id, reason: '光很安静' })
  expect((await review(worksAdmin.proposed, { set_id })).classes).toMatchObject([{ count: 1 }])
  await review(taskEditing.trash, { id: task.id })
  expect((await review(worksAdmin.proposed, { set_id })).classes).toEqual([])
})

test.each(['fail', 'return'] as const)(
  'what an assistant picked of a held work is asked about no more once its result is another: %s',
  async (decision) => {
    const { review, assist, submit_id, asked } = await aWork()
    await decide(assist, submit_id, { ...pass, hold: true })
    await assist(worksAdmin.pick, { submit_id, reason: '光很安静' })
    expect(await asked()).toMatchObject([{ kind: 'work.pick_proposed' }])
    await decide(review, submit_id, { decision, ...(decision === 'fail' && { score: 20 }) })
    expect(await asked()).toEqual([])
    expect(await db().selectFrom('work_picks').selectAll().execute()).toEqual([])
  },
)

test('a pick of a work whose student is excused, held or released, is asked about no more', async () => {
  for (const hold of [true, false]) {
    const { review, assist, submit_id, asked, task, student } = await aWork()
    await decide(assist, submit_id, { ...pass, hold })
    await assist(worksAdmin.pick, { submit_id, reason: '光很安静' })
    expect(await asked()).toMatchObject([{ kind: 'work.pick_proposed' }])
    await review(tasksAdmin.excuse, { task_id: task.id, user_ids: [student.id], reason: '不是自己写的' })
    expect(await asked()).toEqual([])
  }
})

test('a pick of the version that comes after a return is asked about, however the one before ended', async () => {
  const { review, assist, send, submit_id, task, asked } = await aWork()
  await decide(review, submit_id, { decision: 'return' })
  await school.app.events.drain()
  const sent = await send(submissions.submit, { task_id: task.id, content: '第二稿', key: 'second-version' })
  if (!('submit_id' in sent)) throw new Error('not sealed')
  await decide(assist, sent.submit_id, { ...pass, hold: true })
  await assist(worksAdmin.pick, { submit_id: sent.submit_id, reason: '光很安静' })
  await review(reviewsAdmin.release, { task_id: task.id })
  expect(await asked()).toMatchObject([{ kind: 'work.pick_proposed' }])
  await review(worksAdmin.pick, { submit_id: sent.submit_id })
  expect(await asked()).toEqual([])
  expect(await reasonOf(review(worksAdmin.unpick, { submit_id: sent.submit_id }))).toBe('done')
})
