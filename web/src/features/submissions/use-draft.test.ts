// @vitest-environment happy-dom
import { flushEditors } from '@tongchuang/ui/session-end.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceStore } from './device-store.ts'
import { draftChoices } from './draft-choices.ts'
import type { Stored } from './draft-opening.ts'
import type { TabMessage } from './draft-parts.ts'
import type { DraftSync } from './draft-sync.ts'
import { draftOf, forgetDraft, forgetHandedIn } from './use-draft.ts'
import { emptyWork } from './work.ts'

const user = 7
let task = 100
let round = 900
const mine = () => ({ user, task, round })
const drafts = new Set<DraftSync>()
const draft = () => {
  const sync = draftOf(mine())
  drafts.add(sync)
  return sync
}

beforeEach(() => {
  task += 1
  round += 1
  connect(() => Promise.reject(new Error('no network')))
  studentSession.begin('first')
})
afterEach(async () => {
  for (const sync of drafts) {
    await sync.finish()
    forgetDraft(sync)
  }
  drafts.clear()
  studentSession.end()
})

const writing = async (content: string) => {
  const sync = draft()
  await sync.open(null, emptyWork)
  sync.change({ content })
  return sync
}

/** Another window of this browser that asks what is written here: everything it is told until the given text comes. */
const askedUntil = async (last: string): Promise<string[]> => {
  const told: string[] = []
  const channel = new BroadcastChannel(`desk-${user}-${task}-${round}`)
  const { promise, resolve } = Promise.withResolvers<void>()
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind !== 'work') return
    told.push(data.work.content)
    if (data.work.content === last) resolve()
  })
  channel.postMessage({ kind: 'hello' } satisfies TabMessage)
  await promise
  channel.close()
  return told
}

test('a student who logs in again in the same window is shown nothing of the session before in another one', async () => {
  await writing('上次登录时写的')
  studentSession.begin('second')
  await writing('这次写的')
  expect(await askedUntil('这次写的')).toEqual(['这次写的'])
})

test('a student who hands in and writes the next version tells other windows of that one alone', async () => {
  const handedIn = await writing('交过的第一版')
  await handedIn.finish()
  forgetDraft(handedIn)
  await writing('正在写的第二版')
  expect(await askedUntil('正在写的第二版')).toEqual(['正在写的第二版'])
})

test('a student who logs out has no text of an earlier session put over what another window has stored since', async () => {
  const before = await writing('上次登录时写的')
  await flushEditors()
  const key = `desk:${user}:${task}`
  const earlier = keptOnDevice<Stored>(key)
  expect(earlier?.work.content).toBe('上次登录时写的')
  studentSession.begin('second')
  keepOnDevice(key, { ...earlier, work: { ...emptyWork, content: '这次在另一个窗口写的' }, at: Date.now() + 1000 })
  await flushEditors()
  dispatchEvent(new Event('pagehide'))
  expect(keptOnDevice<Stored>(key)?.work.content).toBe('这次在另一个窗口写的')
  forgetDraft(before)
})

test('a student whose session was taken away still has on the device what was typed last', async () => {
  await writing('被顶下线前写的')
  studentSession.end()
  await flushEditors()
  expect(keptOnDevice<Stored>(`desk:${user}:${task}`)?.work.content).toBe('被顶下线前写的')
})

test('a student whose work arrived without an answer begins anew when it comes back, and with nothing left over here', async () => {
  const lost = await writing('已经到了的第一版')
  lost.change({ statement: true })
  await forgetHandedIn(mine(), { ...emptyWork, content: '已经到了的第一版' })
  expect(keptOnDevice(`desk:${user}:${task}`)).toBeNull()
  const again = draft()
  expect(again.view().ready).toBe(false)
})

test('what a student wrote after the version that waits stays a draft', async () => {
  const sync = await writing('第一版，后来又写了')
  await forgetHandedIn(mine(), { ...emptyWork, content: '第一版' })
  expect(draft()).toBe(sync)
})

test('a student who begins the next round begins with an empty page, and finds the text of the last one beside it', async () => {
  await writing('昨天没交的')
  await flushEditors()
  round += 1
  const today = draft()
  await today.open(null, emptyWork)
  expect(today.view()).toMatchObject({ work: emptyWork, status: 'empty' })
  expect(today.view().kept).toMatchObject([{ work: { content: '昨天没交的' }, why: 'replaced' }])
})

test('a student who threw the text of the last round away is not offered it again', async () => {
  await writing('昨天没交的')
  await flushEditors()
  round += 1
  const today = draft()
  await today.open(null, emptyWork)
  draftChoices(today.choosing).discard(today.view().kept[0]?.id ?? '')
  await today.flush()
  forgetDraft(today)
  const again = draft()
  await again.open(null, emptyWork)
  expect(again.view().kept).toEqual([])
})

test('a student who wrote on the phone and did not hand in finds that text in the next round here, once', async () => {
  const left = { work: { ...emptyWork, content: '昨天在手机上写的' }, version: 3, at: 1000, device: 'phone' }
  const today = draft()
  await today.open(null, emptyWork, null, left)
  expect(today.view()).toMatchObject({ work: emptyWork, status: 'empty' })
  expect(today.view().kept).toMatchObject([{ work: left.work, device: 'phone', why: 'unsent' }])
  draftChoices(today.choosing).discard(today.view().kept[0]?.id ?? '')
  await today.flush()
  forgetDraft(today)
  const again = draft()
  await again.open(null, emptyWork, null, left)
  expect(again.view().kept).toEqual([])
})

test('a student who wrote in the last round here and on the phone is offered the same words once', async () => {
  await writing('昨天没交的')
  await flushEditors()
  round += 1
  const left = { work: { ...emptyWork, content: '昨天没交的' }, version: 3, at: 1000, device: 'phone' }
  const today = draft()
  await today.open(null, emptyWork, null, left)
  expect(today.view().kept).toMatchObject([{ work: left.work, why: 'unsent' }])
})

test('what a student still writes in a window of the last round takes nothing from this one, and is found beside it', async () => {
  const [device, earlier] = [deviceStore(user, task, round + 1), deviceStore(user, task, round)]
  const written = (content: string, at: number): Stored => ({
    work: { ...emptyWork, content },
    at,
    base: null,
    sent: false,
    tab: 'one',
    ended: false,
    kept: [],
    attempt: null,
  })
  await device.update(() => written('今天的', 1000))
  await earlier.update(() => written('昨天的', 2000))
  await earlier.update(() => written('昨天的，还在写', 3000))
  const found = await device.read()
  expect(found).toMatchObject({ work: { content: '今天的' }, sent: false })
  expect(found?.kept.map(({ work }) => work.content)).toEqual(['昨天的，还在写'])
})

test('a student whose text was kept before rounds were named finds it where it was', async () => {
  keepOnDevice(`desk:${user}:${task}`, {
    work: { ...emptyWork, content: '升级前写的' },
    at: 1000,
    base: null,
    sent: false,
    tab: 'one',
    ended: false,
    kept: [],
    attempt: null,
  } satisfies Stored)
  expect(await deviceStore(user, task, round).read()).toMatchObject({ work: { content: '升级前写的' }, kept: [] })
})
