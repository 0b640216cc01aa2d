import { expect, test } from 'vitest'
import { machine } from './draft-machine.ts'
import { emptyWork } from './work.ts'
import type { Work } from './work.ts'

type Here = ReturnType<typeof machine>

const work = (content: string): Work => ({ ...emptyWork, content })
const open = async (here: Here, name: string) => {
  const sync = here.tab(name)
  await sync.open(here.server.draft, emptyWork)
  await here.pass(300)
  return sync
}
const onPhone = (content: string, version: number) => ({ work: work(content), version, at: 9_000_000, device: 'phone' })

test('a student who goes on with a draft of the phone finds nothing of what another window has handed in before', async () => {
  const here = machine()
  const first = await open(here, 'first')
  first.change({ content: '交过的第一版' })
  await here.pass(3000)
  await first.hold()
  await first.finish()
  here.server.draft = onPhone('在手机上写的第二版', 9)
  const second = await open(here, 'second')
  expect(second.view()).toMatchObject({ work: { content: '在手机上写的第二版' }, status: 'saved' })
  expect(second.base()).toBe(9)
  second.change({ content: '在手机上写的第二版，接着写' })
  await here.pass(3000)
  expect(here.server.draft).toMatchObject({ version: 10, work: { content: '在手机上写的第二版，接着写' } })
  // A submitted page does not take up a draft either: none of its text returns to the device.
  expect(first.view().work.content).toBe('交过的第一版')
  expect(here.stored()).toMatchObject({ work: { content: '在手机上写的第二版，接着写' }, kept: [] })
})

test('what a student types after the clock was set back an hour is newer all the same, in each window and on the device', async () => {
  const here = machine()
  const [one, two] = [await open(here, 'one'), await open(here, 'two')]
  one.change({ content: '第一段' })
  await here.pass(3000)
  here.setClock(-3_600_000)
  two.change({ content: '第一段，第二段' })
  await here.pass(3000)
  expect(one.view()).toMatchObject({ work: { content: '第一段，第二段' }, status: 'saved', kept: [] })
  const before = here.stored()?.at ?? 0
  one.change({ content: '第一段，第二段，第三段' })
  await here.pass(3000)
  expect(here.stored()).toMatchObject({ work: { content: '第一段，第二段，第三段' } })
  expect(here.stored()?.at).toBeGreaterThan(before)
  expect(two.view()).toMatchObject({ work: { content: '第一段，第二段，第三段' }, conflict: null })
})

test('a student who logs in again is shown what the server has, not what a window of the session before still holds', async () => {
  const here = machine()
  const before = await open(here, 'before')
  before.change({ content: '上次登录时写的' })
  await here.pass(3000)
  await before.endSession()
  here.server.draft = onPhone('在手机上改好的', 9)
  const again = await open(here, 'again')
  expect(again.view()).toMatchObject({ work: { content: '在手机上改好的' }, status: 'saved' })
  expect(again.base()).toBe(9)
})

test('a student who stays after a session has ended and goes on typing is in step with the other window again', async () => {
  const here = machine()
  const [one, other] = [await open(here, 'one'), await open(here, 'other')]
  one.change({ content: '写了一半' })
  await here.pass(300)
  await one.endSession()
  one.change({ content: '写了一半，又写' })
  await here.pass(300)
  expect(other.view().work.content).toBe('写了一半，又写')
})

test('a window that has not heard of the phone keeps its old text to itself, and a newer draft elsewhere stays', async () => {
  const here = machine()
  const old = await open(here, 'old')
  old.change({ content: '中午写的' })
  await here.pass(3000)
  here.server.draft = onPhone('晚上在手机上写的', 9)
  const next = await open(here, 'next')
  expect(next.view().work.content).toBe('晚上在手机上写的')
  expect(next.base()).toBe(9)
})

test('a student who duplicates a window and writes in both without a network finds both texts when they are opened again', async () => {
  const here = machine()
  here.network(false)
  // A duplicate has the name of the window it was made from.
  const [one, duplicate] = [await open(here, 'same'), await open(here, 'same')]
  one.change({ content: '第一个窗口里写的' })
  await here.pass(300)
  expect(duplicate.view().work.content).toBe('第一个窗口里写的')
  duplicate.change({ content: '复制出来的窗口里改写的' })
  await here.pass(300)
  expect(one.view().work.content).toBe('复制出来的窗口里改写的')
  here.crash()
  const again = await open(here, 'same')
  const { work: shown, kept } = again.view()
  expect([shown.content, ...kept.map(({ work: aside }) => aside.content)]).toEqual([
    '复制出来的窗口里改写的',
    '第一个窗口里写的',
  ])
})
