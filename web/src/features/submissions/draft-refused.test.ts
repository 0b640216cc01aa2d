import { expect, test } from 'vitest'
import { machine } from './draft-machine.ts'
import { emptyWork } from './work.ts'
import type { Work } from './work.ts'

type Here = ReturnType<typeof machine>

const work = (content: string): Work => ({ ...emptyWork, content })

/** A student who keeps typing past the end of the task: later saves are refused. */
const typingAcrossTheEnd = async (here: Here) => {
  const sync = here.tab('computer')
  await sync.open(null, emptyWork)
  here.server.answer = { kind: 'over' }
  sync.change({ content: '到时间时写到一半' })
  await here.pass(3000)
  expect(sync.view().status).toBe('device')
  return sync
}

test('a student who is given more time has what was typed meanwhile on the server at once, and the rest within two seconds', async () => {
  const here = machine()
  const sync = await typingAcrossTheEnd(here)
  here.server.answer = null
  await sync.open(null, emptyWork)
  await here.pass(0)
  expect(here.server.draft?.work.content).toBe('到时间时写到一半')
  sync.change({ content: '到时间时写到一半，又写了一个小时' })
  await here.pass(2000)
  expect(here.server.draft?.work.content).toBe('到时间时写到一半，又写了一个小时')
  expect(sync.view().status).toBe('saved')
})

test('a server that says one may write and takes nothing is asked later and later', async () => {
  const here = machine()
  const sync = await typingAcrossTheEnd(here)
  // The page looks again whenever a save is refused, and reads each time that the task can be worked on.
  let refused = 0
  sync.subscribe(() => {
    if (sync.view().status !== 'device') return
    refused += 1
    void sync.open(null, emptyWork)
  })
  await sync.open(null, emptyWork)
  await here.pass(60_000)
  expect(refused).toBeGreaterThan(2)
  expect(refused).toBeLessThan(10)
  here.server.answer = null
  await here.pass(31_000)
  expect(here.server.draft?.work.content).toBe('到时间时写到一半')
})

test('a student who types while the page hears of a newer draft keeps every letter', async () => {
  const here = machine()
  const sync = here.tab('computer')
  await sync.open(null, emptyWork)
  sync.change({ content: '电脑上' })
  await here.pass(3000)
  const phone = { work: work('手机上'), version: 9, at: 9, device: 'phone' }
  here.server.draft = phone
  const opening = sync.open(phone, emptyWork)
  sync.change({ content: '电脑上又写' })
  await opening
  expect(sync.view().work.content).toBe('电脑上又写')
  await here.pass(3000)
  expect(sync.view().conflict?.work.content).toBe('手机上')
  // An answer that arrives while the student is being asked does not decide for them either.
  await sync.open({ ...phone, version: 10 }, emptyWork)
  expect(sync.view()).toMatchObject({ work: { content: '电脑上又写' }, status: 'conflict' })
})

test('a work that is being handed in is not replaced by what an answer brings meanwhile', async () => {
  const here = machine()
  const sync = here.tab('computer')
  await sync.open(null, emptyWork)
  sync.change({ content: '交这一份' })
  await here.pass(3000)
  await sync.hold()
  await sync.open({ work: work('手机上'), version: 9, at: 9, device: 'phone' }, emptyWork)
  expect(sync.view().work.content).toBe('交这一份')
})
