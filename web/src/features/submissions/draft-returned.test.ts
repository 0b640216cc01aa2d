import { expect, test } from 'vitest'
import { draftChoices } from './draft-choices.ts'
import { machine } from './draft-machine.ts'
import { emptyWork } from './work.ts'
import type { Work } from './work.ts'

type Here = ReturnType<typeof machine>

const work = (content: string): Work => ({ ...emptyWork, content })

/**
 * A student who writes on the computer and leaves its page open: what is written is on the server as its first save.
 */
const onComputer = async (here: Here, content: string) => {
  const sync = here.tab('computer')
  await sync.open(null, emptyWork)
  sync.change({ content })
  await here.pass(3000)
  expect(sync.view().status).toBe('saved')
  return sync
}
/** Handed in on the phone and returned: the server has no draft, and what comes next builds on the version. */
const handedInOnPhone = (here: Here, content: string, version = 5) => {
  here.server.draft = null
  here.server.version = { work: work(content), version, at: 9_000_000, device: 'version' }
}

test('a student whose work came back begins with it, and the older draft of this page is kept beside it', async () => {
  const here = machine()
  const sync = await onComputer(here, '开头')
  handedInOnPhone(here, '开头，在手机上写完了')
  await sync.open(null, work('开头，在手机上写完了'), 5)
  expect(sync.view()).toMatchObject({
    work: { content: '开头，在手机上写完了' },
    status: 'empty',
    kept: [{ work: { content: '开头' }, why: 'replaced' }],
  })
  sync.change({ content: '开头，在手机上写完了，改好了' })
  await here.pass(2000)
  expect(here.server.draft).toMatchObject({ version: 6, work: { content: '开头，在手机上写完了，改好了' } })
  expect(sync.view()).toMatchObject({ status: 'saved', conflict: null })
})

test('a student who types before the page has heard of the work that came back is asked which of the two to go on with', async () => {
  const here = machine()
  const sync = await onComputer(here, '开头')
  handedInOnPhone(here, '开头，在手机上写完了')
  sync.change({ content: '开头，改了一个字' })
  await here.pass(2000)
  expect(sync.view()).toMatchObject({
    work: { content: '开头，改了一个字' },
    conflict: { work: { content: '开头，在手机上写完了' } },
  })
  expect(here.server.draft).toBeNull()
  draftChoices(sync.choosing).resolve('mine')
  await here.pass(2000)
  expect(here.server.draft).toMatchObject({ version: 6, work: { content: '开头，改了一个字' } })
  expect(sync.view().kept).toMatchObject([{ work: { content: '开头，在手机上写完了' }, device: 'version' }])
})

test('what a student has typed and not sent is not replaced by the work that came back: the two are asked about', async () => {
  const here = machine()
  const sync = await onComputer(here, '开头')
  here.network(false)
  sync.change({ content: '开头，断网时写了很多' })
  await here.pass(3000)
  handedInOnPhone(here, '开头，在手机上写完了')
  here.network(true)
  await sync.open(null, work('开头，在手机上写完了'), 5)
  expect(sync.view()).toMatchObject({ work: { content: '开头，断网时写了很多' }, kept: [] })
  sync.retry()
  await here.pass(0)
  expect(sync.view().conflict?.work.content).toBe('开头，在手机上写完了')
  expect(here.server.draft).toBeNull()
})

test('a student whose very text was handed in, with an answer that was lost, goes on from it and is asked nothing', async () => {
  const here = machine()
  const sync = await onComputer(here, '写完了')
  here.network(false)
  sync.change({ content: '写完了。', statement: true })
  await here.pass(3000)
  handedInOnPhone(here, '写完了。')
  here.network(true)
  await sync.open(null, work('写完了。'), 5)
  await here.pass(30_000)
  expect(sync.view()).toMatchObject({ work: { content: '写完了。', statement: false }, conflict: null, kept: [] })
  sync.change({ content: '写完了。改好了' })
  await here.pass(2000)
  expect(here.server.draft).toMatchObject({ version: 6, work: { content: '写完了。改好了' } })
})

test('what a student finds kept beside the work stays there on a full device, whatever comes from the phone next', async () => {
  const here = machine()
  const sync = await onComputer(here, '开头')
  here.full(true)
  handedInOnPhone(here, '开头，在手机上写完了')
  await sync.open(null, work('开头，在手机上写完了'), 5)
  await here.pass(300)
  await sync.open({ work: work('手机上又改了'), version: 6, at: 6, device: 'phone' }, emptyWork)
  await here.pass(300)
  expect(sync.view().work.content).toBe('手机上又改了')
  expect(sync.view().kept.map((kept) => kept.work.content)).toEqual(['开头'])
})

test('an answer from before the work came back puts nothing older in its place', async () => {
  const here = machine()
  handedInOnPhone(here, '退回的第二版', 8)
  const sync = here.tab('computer')
  await sync.open(null, work('退回的第二版'), 8)
  await sync.open(null, work('退回的第一版'), 5)
  await sync.open({ work: work('更早的草稿'), version: 7, at: 7, device: 'phone' }, emptyWork)
  expect(sync.view().work.content).toBe('退回的第二版')
  // No save on this device is newer either.
  sync.change({ content: '退回的第二版，改了' })
  await here.pass(2000)
  await sync.open(null, work('退回的第二版'), 8)
  expect(sync.view()).toMatchObject({ work: { content: '退回的第二版，改了' }, kept: [] })
})

test('a page that is loaded anew after the work came back goes on with what was typed in it since', async () => {
  const here = machine()
  handedInOnPhone(here, '退回的第一版')
  const sync = here.tab('computer')
  await sync.open(null, work('退回的第一版'), 5)
  sync.change({ content: '退回的第一版，改了' })
  await here.pass(300)
  here.crash()
  const again = here.tab('computer')
  await again.open(null, work('退回的第一版'), 5)
  expect(again.view()).toMatchObject({ work: { content: '退回的第一版，改了' }, kept: [] })
  await here.pass(3000)
  expect(here.server.draft).toMatchObject({ version: 6, work: { content: '退回的第一版，改了' } })
})
