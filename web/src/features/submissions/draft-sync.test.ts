import { expect, test } from 'vitest'
import { bothWorks } from './both-works.ts'
import { draftChoices } from './draft-choices.ts'
import { machine } from './draft-machine.ts'
import { emptyWork } from './work.ts'
import type { Work } from './work.ts'

const work = (content: string): Work => ({ ...emptyWork, content })

const opened = async (here: ReturnType<typeof machine>, name = 'first') => {
  const sync = here.tab(name)
  await sync.open(here.server.draft, emptyWork)
  await here.pass(0)
  return sync
}

test('what is typed is on the device within a quarter of a second and on the server within two', async () => {
  const here = machine()
  const sync = await opened(here)
  sync.change({ content: '食堂' })
  await here.pass(250)
  expect(here.stored()).toMatchObject({ work: { content: '食堂' }, sent: false })
  expect(sync.view().status).toBe('saving')
  await here.pass(1750)
  expect(here.server.draft?.work.content).toBe('食堂')
  expect(sync.view()).toMatchObject({ status: 'saved', savedAt: expect.any(Number) })
  expect(here.stored()).toMatchObject({ sent: true, base: 1 })
})

test('someone who types without a pause is saved every two seconds all the same', async () => {
  const here = machine()
  const sync = await opened(here)
  for (let letter = 1; letter <= 60; letter += 1) {
    sync.change({ content: 'a'.repeat(letter) })
    await here.pass(100)
  }
  expect(here.server.saves.length).toBeGreaterThanOrEqual(3)
  await here.pass(2000)
  expect(here.server.draft?.work.content).toBe('a'.repeat(60))
})

test('a tab reloaded before the server had the text goes on with it, and nobody is asked', async () => {
  const here = machine()
  const sync = await opened(here)
  sync.change({ content: '没来得及' })
  await sync.flush()
  here.crash()
  const again = await opened(here)
  expect(again.view()).toMatchObject({ work: { content: '没来得及' }, kept: [] })
  await here.pass(2000)
  expect(here.server.draft?.work.content).toBe('没来得及')
})

test('a page that is closed in the middle of a word loses no letter', async () => {
  const here = machine()
  const sync = await opened(here)
  sync.change({ content: '最后一个字' })
  sync.closing()
  here.crash()
  expect((await opened(here)).view().work.content).toBe('最后一个字')
})

test.each(['a closed tab', 'an ended session'])(
  'after %s the text is offered, and putting it back keeps the one in the editor',
  async (way) => {
    const here = machine()
    here.server.draft = { work: work('旧的'), version: 4, at: 1, device: 'phone' }
    here.server.answer = { kind: 'over' }
    const sync = await opened(here)
    sync.change({ content: '旧的，又写了很多' })
    if (way === 'an ended session') await sync.endSession()
    await sync.flush()
    here.crash()
    here.server.answer = null
    const again = await opened(here, way === 'a closed tab' ? 'second' : 'first')
    expect(again.view()).toMatchObject({
      work: { content: '旧的' },
      kept: [{ work: { content: '旧的，又写了很多' }, why: 'unsent' }],
    })
    draftChoices(again.choosing).restore(again.view().kept[0]?.id ?? '')
    await here.pass(2000)
    expect(again.view()).toMatchObject({
      work: { content: '旧的，又写了很多' },
      kept: [{ work: { content: '旧的' }, why: 'replaced' }],
      status: 'saved',
    })
    expect(here.server.draft?.work.content).toBe('旧的，又写了很多')
  },
)

test('a text that is offered survives typing over it, and goes only when it is thrown away', async () => {
  const here = machine()
  here.network(false)
  const sync = await opened(here)
  sync.change({ content: '离线写的' })
  await here.pass(300)
  here.crash()
  here.network(true)
  const again = await opened(here, 'second')
  again.change({ content: '新写的' })
  await here.pass(3000)
  expect(here.stored()?.kept.map((kept) => kept.work.content)).toEqual(['离线写的'])
  draftChoices(again.choosing).discard(again.view().kept[0]?.id ?? '')
  await here.pass(300)
  expect(here.stored()?.kept).toEqual([])
})

test('without a network the text stays on the device and goes out when the network is back', async () => {
  const here = machine()
  const sync = await opened(here)
  here.network(false)
  sync.offline()
  sync.change({ content: '断网' })
  await here.pass(60_000)
  expect(sync.view().status).toBe('device')
  expect(here.server.draft).toBeNull()
  here.network(true)
  sync.retry()
  await here.pass(0)
  expect(here.server.draft?.work.content).toBe('断网')
  expect(sync.view().status).toBe('saved')
})

test('a server that does not answer is asked again later and later, and is said to be tried again', async () => {
  const here = machine()
  const sync = await opened(here)
  here.server.answer = { kind: 'unreachable' }
  sync.change({ content: '写' })
  await here.pass(3000)
  expect(sync.view().status).toBe('retrying')
  here.server.answer = null
  await here.pass(40_000)
  expect(here.server.draft?.work.content).toBe('写')
})

/** A student who types on after saves that arrived, and whose answers were lost. */
const typingPastLostAnswers = async (here: ReturnType<typeof machine>) => {
  const sync = await opened(here)
  here.server.losesAnswers = true
  sync.change({ content: '写' })
  await here.pass(2000)
  expect(here.server.draft?.work.content).toBe('写')
  here.server.losesAnswers = false
  sync.change({ content: '写下去' })
  return sync
}

test('a student who types on after an answer was lost is not asked about their own earlier text', async () => {
  const here = machine()
  const sync = await typingPastLostAnswers(here)
  await here.pass(10_000)
  expect(sync.view()).toMatchObject({ status: 'saved', conflict: null, kept: [] })
  expect(here.server.draft?.work.content).toBe('写下去')
})

test('what the phone has written after an answer was lost is asked about all the same', async () => {
  const here = machine()
  const sync = await typingPastLostAnswers(here)
  here.server.draft = { work: work('手机上'), version: 9, at: 9, device: 'phone' }
  await here.pass(10_000)
  expect(sync.view().conflict?.work.content).toBe('手机上')
})

test.each([
  ['mine', '这里', '那里'],
  ['theirs', '那里', '这里'],
] as const)('of two texts that met the person takes %s, and the other is kept', async (choice, taken, kept) => {
  const here = machine()
  const sync = await opened(here)
  here.server.draft = { work: work('那里'), version: 7, at: 5, device: 'phone' }
  sync.change({ content: '这里' })
  await here.pass(2000)
  expect(sync.view()).toMatchObject({
    status: 'conflict',
    work: { content: '这里' },
    conflict: { work: { content: '那里' } },
  })
  expect(here.server.draft.work.content).toBe('那里')
  draftChoices(sync.choosing).resolve(choice)
  await here.pass(2000)
  expect(sync.view().work.content).toBe(taken)
  expect(sync.view().kept.map((one) => one.work.content)).toEqual([kept])
  expect(here.server.draft.work.content).toBe(taken)
})

test('someone who keeps both texts has both, one after the other', async () => {
  const here = machine()
  const sync = await opened(here)
  here.server.draft = { work: work('那里'), version: 7, at: 5, device: 'phone' }
  sync.change({ content: '这里' })
  await here.pass(2000)
  draftChoices(sync.choosing).resolve(bothWorks(sync.view().work, work('那里'), 10))
  await here.pass(2000)
  expect(here.server.draft.work.content).toBe('这里\n\n---\n\n那里')
})

test('the same text saved by another device is no conflict', async () => {
  const here = machine()
  const sync = await opened(here)
  here.server.draft = { work: work('一样'), version: 7, at: 5, device: 'phone' }
  sync.change({ content: '一样' })
  await here.pass(2000)
  expect(sync.view()).toMatchObject({ status: 'saved', conflict: null })
  sync.change({ content: '一样了' })
  await here.pass(2000)
  expect(here.server.draft).toMatchObject({ version: 8, work: { content: '一样了' } })
})

test('a student with two tabs sees the text of one in the other, and both save without a conflict', async () => {
  const here = machine()
  const one = await opened(here, 'one')
  const two = await opened(here, 'two')
  one.change({ content: '第一个窗口' })
  await here.pass(3000)
  expect(two.view()).toMatchObject({ work: { content: '第一个窗口' }, status: 'saved' })
  two.change({ content: '第一个窗口，第二个窗口' })
  await here.pass(3000)
  expect(one.view()).toMatchObject({ work: { content: '第一个窗口，第二个窗口' }, conflict: null })
  expect(here.server.draft?.version).toBe(2)
})

test('a student whose tab is not allowed to save any more has the text saved by the other tab', async () => {
  const here = machine()
  const one = await opened(here, 'one')
  const two = await opened(here, 'two')
  here.server.answer = { kind: 'over' }
  one.change({ content: '写到一半' })
  await here.pass(3000)
  here.server.answer = null
  await here.pass(6000)
  expect(two.view().status).toBe('saved')
  expect(here.server.draft?.work.content).toBe('写到一半')
})

test('a newer draft of another device is what the editor begins with', async () => {
  const here = machine()
  const sync = await opened(here)
  sync.change({ content: '电脑上' })
  await here.pass(3000)
  here.crash()
  here.server.draft = { work: work('手机上又写了'), version: 9, at: 9, device: 'phone' }
  const again = await opened(here)
  expect(again.view()).toMatchObject({ work: { content: '手机上又写了' }, kept: [], status: 'saved' })
})

test('a refused text is told and stays on the device; the next one is sent', async () => {
  const here = machine()
  const sync = await opened(here)
  here.server.answer = { kind: 'refused', text: '太长' }
  sync.change({ content: '很长' })
  await here.pass(3000)
  expect(sync.view()).toMatchObject({ status: 'device', problem: '太长' })
  here.server.answer = null
  sync.change({ content: '短' })
  await here.pass(3000)
  expect(sync.view()).toMatchObject({ status: 'saved', problem: null })
})

test('no draft is saved beside a version that is handed in, and the device forgets the work afterwards', async () => {
  const here = machine()
  const sync = await opened(here)
  sync.change({ content: '交' })
  await sync.hold()
  await here.pass(5000)
  expect(here.server.saves).toEqual([])
  await sync.finish()
  expect(here.stored()).toBeNull()
})

test('a field that is left after handing in brings no draft back to the device', async () => {
  const here = machine()
  const sync = await opened(here)
  sync.change({ content: '交' })
  await sync.finish()
  await sync.flush()
  sync.leave()
  await here.pass(5000)
  expect(here.stored()).toBeNull()
  expect(here.server.saves).toEqual([])
})
