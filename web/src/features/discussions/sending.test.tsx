// @vitest-environment happy-dom
import type { Profile } from '@tongchuang/contract/profile.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Discussion } from './discussion.tsx'

type Sent = { content: string; anonymous: boolean; key: string; parent_id?: number }

let page: Awaited<ReturnType<typeof openPage>>
let sent: Sent[]
/** What the server says to the next post; null where the line breaks before it has said anything. */
let answer: 'arrived' | 'KEY_REUSED' | null
const words = '这题我不会，谁能教教我？'

const post = (id: number, content: string) => ({
  ...{ id, content, content_html: `<p>${content}</p>`, parent_id: null, pinned: false, is_answer: false },
  ...{ author: { anonymous: true, mine: false }, like_count: 0, liked: false, edited_at: null, deleted: false },
  ...{ created_at: '2026-03-02T08:00:00.000Z', can: { edit: false, delete: false, answer: false, report: false } },
})
const question = { ...post(7, '数到一半停电了'), reply_count: 0, replies: [], replies_next: null }
const list = { list: [question], next: null, count: 1, unanswered: 1, closed: null, post_first: false }

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school', 'taskDetail'] as const) await loadTexts(part)
})
beforeEach(async () => {
  sent = []
  answer = 'arrived'
  connect(async ({ path, input }) => {
    const envelope = { code: 1, msg: '', time: 0 }
    if (path === '/api/student/task_discussions') return { ...envelope, data: { ...list, anonymous_allowed: true } }
    sent.push(input as Sent)
    if (answer === null) throw new TypeError('Failed to fetch')
    if (answer === 'arrived') return { ...envelope, data: post(8, words) }
    return { ...envelope, code: 0, msg: '同一提交编号下内容不同', data: { reason: answer } }
  })
  page = await openPage(
    <ProfileContext value={{ id: 1 } as Profile}>
      <Discussion task={{ id: 3, guild_id: 4 }} />
    </ProfileContext>,
  )
  await seen(() => page.all('article').length, 1)
})
afterEach(async () => {
  await page.close()
  localStorage.clear()
  connect(() => Promise.reject(new Error('this test is over')))
})

const seen = <T,>(what: () => T, wanted: T) => page.doing(() => expect.poll(what).toEqual(wanted))
const keys = () => new Set(sent.map(({ key }) => key))
const field = () => page.all('textarea').at(-1) as HTMLTextAreaElement
const send = async () => {
  const before = sent.length
  await page.write(field(), words)
  await page.doing(() => field().closest('form')?.requestSubmit())
  await seen(() => [sent.length, page.all('button[aria-busy=true]').length], [before + 1, 0])
}
const hideName = () => page.doing(() => page.all('input[type=checkbox]').at(-1)?.click())
const begin = async (kind: string) => {
  if (kind === 'reply') await page.doing(() => page.named('button', '我来回答').click())
}

test.each(['question', 'reply'])(
  'a student who sends a %s and means the same words once more sends another',
  async (kind) => {
    await begin(kind)
    await send()
    expect(field().value).toBe('')
    await begin(kind)
    await send()
    expect(sent.map(({ content, parent_id }) => [content, parent_id])).toEqual(
      Array.from({ length: 2 }, () => [words, kind === 'reply' ? 7 : undefined]),
    )
    expect(keys().size).toBe(2)
  },
)

test.each(['question', 'reply'])('a %s whose answer was lost is the same when it is sent again', async (kind) => {
  await begin(kind)
  answer = null
  await send()
  await send()
  expect(keys().size).toBe(1)
  answer = 'arrived'
  await send()
  expect(keys().size).toBe(1)
})

test.each(['question', 'reply'])(
  'a student who leaves the name out of a %s meanwhile does not get the one with it',
  async (kind) => {
    await begin(kind)
    answer = null
    await send()
    await hideName()
    await send()
    expect(sent.map(({ anonymous }) => anonymous)).toEqual([false, true])
    expect(keys().size).toBe(2)
  },
)

test('what arrived unseen and was deleted since goes out when its author sends it once more', async () => {
  answer = 'KEY_REUSED'
  await send()
  expect(page.all('form')[0]?.textContent).toContain('同一提交编号下内容不同')
  expect((field() as HTMLTextAreaElement).value).toBe(words)
  answer = 'arrived'
  await send()
  expect(keys().size).toBe(2)
  expect((field() as HTMLTextAreaElement).value).toBe('')
})
