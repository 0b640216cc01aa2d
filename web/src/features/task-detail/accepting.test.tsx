// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { studentTaskQuery } from '../../queries/student-task.ts'
import { TaskActions } from './task-actions.tsx'

beforeAll(async () => {
  for (const part of ['inside', 'school', 'taskDetail'] as const) await loadTexts(part)
})

const page = (state: 'available' | 'doing') =>
  sampleOf(studentTask.detail.output, {
    task: { id: 7, state, type: 'side', lock: [] },
    can: { accept: state === 'available', submit: state === 'doing', abort: state === 'doing' },
    versions: [],
    feedback: [],
  })

/** What the student saw, one after the other. */
let seen: string[] = []

const Page = () => {
  const client = useQueryClient()
  const { queryKey } = studentTaskQuery(7)
  const { data } = useQuery(studentTaskQuery(7))
  if (data && seen.at(-1) !== data.task.state) seen.push(data.task.state)
  return (
    <ProfileContext value={aProfile({ id: 1 })}>
      {/* As the event stream does when it has missed something. */}
      <button onClick={() => void client.invalidateQueries({ queryKey })}>heard</button>
      {data && <TaskActions page={data} type="all" open={() => undefined} time={null} />}
    </ProfileContext>
  )
}

/** A page whose server has accepted nothing until `answer`. */
const opened = async () => {
  seen = []
  let reads = 0
  const answer = Promise.withResolvers<number>()
  let state: 'available' | 'doing' = 'available'
  connect(async ({ path }) => {
    const envelope = { code: 1, msg: '', time: 0 }
    if (!path.includes('accept_task')) {
      reads += 1
      return { ...envelope, data: page(state) }
    }
    const code = await answer.promise
    if (code === 1) state = 'doing'
    return { ...envelope, code, data: {} }
  })
  const { doing, named, all } = await openPage(<Page />)
  const offers = (name: string) =>
    vi.waitFor(async () => {
      await doing(() => undefined)
      expect(all('section > :first-child').map((one) => one.textContent)).toEqual([name])
    })
  const press = (name: string) => doing(() => named('button', name).click())
  await offers('接取任务')
  return { press, offers, reads: () => reads, answer: (code: number) => doing(() => answer.resolve(code)) }
}

test('a student who has accepted a task keeps what comes next while the answer is late and the page is read again', async () => {
  const { press, offers, reads, answer } = await opened()
  await press('接取任务')
  await offers('去提交')
  await press('heard')
  // Not asked again yet: the answer would be the state before.
  expect(reads()).toBe(1)
  await answer(1)
  await offers('去提交')
  expect(seen).toEqual(['available', 'doing'])
})

test('a student whose accepting is refused late sees the task as it is, also if the page was read meanwhile', async () => {
  const { press, offers, answer } = await opened()
  await press('接取任务')
  await offers('去提交')
  await press('heard')
  await answer(0)
  await offers('接取任务')
  expect(seen).toEqual(['available', 'doing', 'available'])
})
