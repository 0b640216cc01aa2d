import { expect, test } from 'vitest'
import { bothWorks } from './both-works.ts'
import { draftChoices } from './draft-choices.ts'
import { machine } from './draft-machine.ts'
import type { DraftSync } from './draft-sync.ts'
import { emptyWork } from './work.ts'
import type { Work } from './work.ts'

type Here = ReturnType<typeof machine>

const open = async (here: Here, name: string) => {
  const sync = here.tab(name)
  await sync.open(here.server.draft, emptyWork)
  await here.pass(0)
  return sync
}
const keptOf = (sync: DraftSync) => sync.view().kept.map(({ work }) => work.content)

/** A window that was closed before what was written in it reached the server: the next one is offered it. */
const withUnsent = async (content: string) => {
  const here = machine()
  here.network(false)
  const first = await open(here, 'first')
  first.change({ content })
  await here.pass(1000)
  here.crash()
  here.network(true)
  return here
}
const typeSlowly = async (here: Here, sync: DraftSync, text: string) => {
  for (let letters = 1; letters <= text.length; letters += 1) {
    sync.change({ content: text.slice(0, letters) })
    await here.pass(300)
  }
}

test('a student who goes on in one window finds nothing put aside in the other but what was offered there before', async () => {
  const here = await withUnsent('一个小时的文字')
  const [one, other] = [await open(here, 'one'), await open(here, 'other')]
  await typeSlowly(here, other, '在另一个窗口里慢慢写的新文字')
  expect(keptOf(one)).toEqual(['一个小时的文字'])
  await here.pass(3000)
  one.change({ content: '回到这个窗口' })
  await here.pass(3000)
  expect(keptOf(one)).toEqual(['一个小时的文字'])
  expect(here.stored()?.kept.map(({ work }) => work.content)).toEqual(['一个小时的文字'])
})

test('what was typed in this window is put aside once when another one goes over it', async () => {
  const here = machine()
  const [one, other] = [await open(here, 'one'), await open(here, 'other')]
  here.network(false)
  one.change({ content: '这边写的' })
  await here.pass(300)
  await typeSlowly(here, other, '那边写的另一段')
  expect(keptOf(one)).toEqual(['这边写的'])
  expect(keptOf(other)).toEqual([])
})

test('what two windows put aside is kept of both, and what was thrown away in one does not come back from the other', async () => {
  const here = await withUnsent('没交出去的')
  const [one, other] = [await open(here, 'one'), await open(here, 'other')]
  here.network(false)
  one.change({ content: '这边写的' })
  await here.pass(300)
  other.change({ content: '那边写的' })
  await here.pass(300)
  expect(new Set(here.stored()?.kept.map(({ work }) => work.content))).toEqual(new Set(['没交出去的', '这边写的']))
  draftChoices(one.choosing).discard(one.view().kept.find(({ work }) => work.content === '没交出去的')?.id ?? '')
  await here.pass(300)
  other.change({ content: '那边接着写' })
  await here.pass(300)
  expect(new Set(here.stored()?.kept.map(({ work }) => work.content))).toEqual(new Set(['这边写的']))
  expect(keptOf(other)).toEqual([])
})

test('a student who hands in while an older text is still offered can take that text up later', async () => {
  const here = await withUnsent('一个小时的文字')
  const sync = await open(here, 'second')
  sync.change({ content: '先交这个' })
  await here.pass(3000)
  await sync.hold()
  await sync.finish()
  await sync.endSession()
  expect(here.stored()).toMatchObject({ work: emptyWork, sent: true, kept: [{ work: { content: '一个小时的文字' } }] })
  here.crash()
  here.server.draft = null
  expect(keptOf(await open(here, 'third'))).toEqual(['一个小时的文字'])
})

test('a student who puts both works together finds what had no place in one of them', async () => {
  const here = machine()
  const sync = await open(here, 'computer')
  const theirs: Work = { ...emptyWork, title: '手机上的标题', answers: { why: '手机上写的长答案' } }
  here.server.draft = { work: theirs, version: 7, at: 5, device: 'phone' }
  sync.change({ title: '电脑上的标题', answers: { why: '短' } })
  await here.pass(2000)
  expect(sync.view().status).toBe('conflict')
  draftChoices(sync.choosing).resolve(bothWorks(sync.view().work, theirs, 10))
  await here.pass(2000)
  expect(sync.view()).toMatchObject({
    work: { title: '电脑上的标题', answers: { why: '短' } },
    kept: [{ work: theirs, device: 'phone', why: 'replaced' }],
    status: 'saved',
  })
})

test('a student whose device is full and whose network is gone is told that nothing is saved, until it is', async () => {
  const here = machine()
  const sync = await open(here, 'one')
  here.full(true)
  here.network(false)
  sync.change({ content: '写了很久' })
  await here.pass(3000)
  expect([sync.view().status, sync.isAtRisk()]).toEqual(['nowhere', true])
  here.full(false)
  sync.change({ content: '写了很久，又写' })
  await here.pass(300)
  expect([sync.view().status, sync.isAtRisk()]).toEqual(['device', false])
  here.full(true)
  here.network(true)
  sync.change({ content: '写了很久，又写了' })
  sync.retry()
  await here.pass(3000)
  expect([sync.view().status, sync.isAtRisk()]).toEqual(['saved', false])
})
