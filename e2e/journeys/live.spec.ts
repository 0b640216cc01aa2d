import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, test } from '../journey.ts'
import { settled } from '../settled.ts'

test('a student sees the number of unread notices change without a reload, in every page of the browser over one connection @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const streams: string[] = []
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/message/events') streams.push(request.url())
  })
  const send = await school.asStudent('s020')
  const me = await send(profile.get)
  await send(messages.read, {})
  await logIn('s020')
  await page.goto('/square/index')
  await settled(page)
  const second = await page.context().newPage()
  await second.goto('/tradeunion/index')
  await settled(second)
  // A newly started school may send reminders of due tasks.
  await send(messages.read, {})
  for (const one of [page, second]) await expect(one.getByRole('button', { name: '通知', exact: true })).toBeVisible()

  const teacher = await school.asStaff('teacher')
  const mine = (await send(tasks.listByGuild, { limit: 100 })).list
  // An extension is for students who have not submitted, on a task that is done online.
  const isToDo = ({ channel, state }: (typeof mine)[number]) =>
    channel === 'online' && /^(available|doing)$/.test(state)
  const toDo = new Set(mine.filter(isToDo).map(({ id }) => id))
  const { list } = await teacher(tasksAdmin.list, { status: 'open', limit: 100 })
  const task = list.find(({ id }) => toDo.has(id))
  const until = new Date(Date.now() + 20 * 24 * 3_600_000).toISOString()
  await teacher(tasksAdmin.extend, { task_id: task?.id ?? 0, user_ids: [me.id], reason: '生病请假', until })

  for (const one of [page, second]) await expect(one.getByRole('button', { name: '通知，1条未读' })).toBeVisible()
  expect(streams, 'connections for events of this browser').toHaveLength(1)
  // Read in one page, read in the other.
  await second.getByRole('button', { name: '通知，1条未读' }).click()
  await second.getByRole('button', { name: '全部已读' }).click()
  await expect(page.getByRole('button', { name: '通知', exact: true })).toBeVisible()
})

test('a student sees new likes on an open page, and after coming back by one call for all works @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const send = await school.asStudent('student')
  const me = await send(profile.get)
  const reader = await school.asStudent('s020')
  const { list } = await reader(works.list, { student_id: me.user_id, limit: 24 })
  const [work] = list
  if (!work) throw new Error('the student of the sample school shares nothing')
  const set = async (like: boolean) => (await reader(works.like, { submit_id: work.id, like })).like_count
  const before = await set(false)
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/get_submit_like')) asked.push(request.postDataJSON())
  })
  const events = page.waitForResponse(/\/api\/message\/events/)
  await logIn('student')
  await page.goto(`/works/index?student=${me.user_id}`)
  const likes = (n: number) => page.getByRole('listitem').filter({ hasText: work.title }).getByText(`${n}个赞`)
  await expect(likes(before)).toBeAttached()
  await events
  await set(true)
  await expect(likes(before + 1)).toBeAttached()
  // Previously loaded data is shown at once and requested again in one batch.
  await page.getByRole('link', { name: '公会', exact: true }).first().click()
  await expect(page).toHaveURL(/tradeunion/)
  asked.length = 0
  await page.goBack()
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toMatchObject({ submit_ids: expect.arrayContaining([work.id]) })
})
