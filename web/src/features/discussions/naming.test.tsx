// @vitest-environment happy-dom
import { discussions } from '@tongchuang/contract/discussions.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPost, openDiscussion } from './testing/open-discussion.tsx'

type Name = { member_id: number; nickname: string; avatar: string; role: string }

let page: Awaited<ReturnType<typeof openDiscussion>>
let sent: Readonly<Record<string, unknown>>[]
/** The pending answers of the server to requests for a name. */
let asked: Map<string, PromiseWithResolvers<Name[]>>
const members = [
  { member_id: 41, nickname: '陈老师', avatar: '', role: 'teacher' },
  { member_id: 42, nickname: '王小明', avatar: '', role: 'student' },
]

const open = async () => {
  page = await openDiscussion(async (path, input) => {
    if (path !== '/api/student/mentionable') {
      sent.push(input)
      return aPost(8, '')
    }
    const { keyword = '' } = sentWith(discussions.mentionable, input)
    const answer = Promise.withResolvers<Name[]>()
    asked.set(keyword, answer)
    return answer.promise
  })
}
beforeEach(async () => {
  sent = []
  asked = new Map()
  await open()
})
afterEach(async () => {
  await page.close()
  localStorage.clear()
})

const type = async (text: string) => {
  await page.write(text)
  await page.doing(() => page.field().setSelectionRange(text.length, text.length))
  await page.doing(() => page.field().dispatchEvent(new Event('select', { bubbles: true })))
}
const names = () => page.all('[role=option]').map((one) => one.querySelector('span:last-of-type')?.textContent)
/** Presses a key in the field; returns whether the event was kept from the text. */
const press = async (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  await page.doing(() => page.field().dispatchEvent(event))
  return event.defaultPrevented
}
const say = async (keyword: string, found: Name[]) => {
  await page.seen(() => asked.has(keyword), true)
  await page.doing(() => asked.get(keyword)?.resolve(found))
  await page.seen(
    () => names(),
    found.map(({ nickname }) => nickname),
  )
}
const choose = async (before: string) => {
  await type(`${before}@小`)
  await say('小', [members[1]!])
  expect(await press('Enter')).toBe(true)
  expect(page.field().value).toBe(`${before}@王小明 `)
}
const send = async () => {
  await page.send()
  await page.seen(() => sent.length, 1)
}

test('before the names are there Enter is a new line, and names nobody who fitted an earlier letter', async () => {
  await type('@')
  await say('', members)
  await type('@王')
  expect(await press('Enter')).toBe(false)
  await page.seen(() => asked.has('王'), true)
  expect([names(), await press('Enter'), await press('Tab')]).toEqual([[], false, false])
  expect(page.field().value).toBe('@王')
  await say('王', [members[1]!])
  expect(await press('Enter')).toBe(true)
  expect(page.field().value).toBe('@王小明 ')
})

test('a student who gives up names that are on their way stays in the reply', async () => {
  await page.click('我来回答')
  await type('问问@王')
  expect(await press('Escape')).toBe(true)
  expect(page.field().value).toBe('问问@王')
  expect(page.all('textarea').length).toBe(2)
})

test('who was chosen is told also after a reload, and after the next words nobody is', async () => {
  await choose('问问')
  await page.close()
  await open()
  expect(page.field().value).toBe('问问@王小明 ')
  await send()
  expect(sent[0]?.mentions).toEqual([42])
  expect(localStorage).toHaveLength(0)
})

test('who was chosen in a reply is told after it was put aside and taken up again', async () => {
  await page.click('我来回答')
  await choose('')
  await page.click('取消')
  await page.click('我来回答')
  expect(page.field().value).toBe('@王小明 ')
  await send()
  expect(sent[0]?.mentions).toEqual([42])
})

test('who was chosen while a post is changed is told after that was put aside and taken up again', async () => {
  const change = async () => {
    await page.click('更多操作')
    await page.click('修改')
  }
  await change()
  await choose('停电的那天问')
  await page.click('取消')
  await change()
  expect(page.field().value).toBe('停电的那天问@王小明 ')
  await send()
  expect(sent[0]).toMatchObject({ discussion_id: 7, mentions: [42] })
  expect(localStorage).toHaveLength(0)
})

test('whoever is taken out of the words is named no more, and not on the device either', async () => {
  await choose('问问')
  await page.write('问问大家')
  await page.close()
  await open()
  await page.write('问问大家和@王小明')
  await send()
  expect(sent[0]?.mentions).toEqual([])
})
