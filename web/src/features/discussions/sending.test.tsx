// @vitest-environment happy-dom
import type { Input } from '@tongchuang/contract/call.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPost, openDiscussion } from './testing/open-discussion.tsx'

let page: Awaited<ReturnType<typeof openDiscussion>>
let sent: Input<typeof discussions.create>[]
/** The server’s answer to the next post; null if the connection breaks before any answer. */
let answer: 'arrived' | 'KEY_REUSED' | null
const words = '这题我不会，谁能教教我？'

beforeEach(async () => {
  sent = []
  answer = 'arrived'
  page = await openDiscussion(async (_, input) => {
    sent.push(sentWith(discussions.create, input))
    if (answer === null) throw new TypeError('Failed to fetch')
    return answer === 'arrived' ? aPost(8, words) : answer
  })
})
afterEach(async () => {
  await page.close()
  localStorage.clear()
})

const keys = () => new Set(sent.map(({ key }) => key))
const send = async () => {
  const before = sent.length
  await page.write(words)
  await page.send()
  await page.seen(() => [sent.length, page.all('button[aria-busy=true]').length], [before + 1, 0])
}
const hideName = () => page.doing(() => page.all('input[type=checkbox]').at(-1)?.click())
const begin = async (kind: string) => {
  if (kind === 'reply') await page.click('我来回答')
}

for (const kind of ['question', 'reply']) {
  test(`a student who sends a ${kind} and means the same words once more sends another`, async () => {
    await begin(kind)
    await send()
    expect(page.field().value).toBe('')
    await begin(kind)
    await send()
    const one = [words, kind === 'reply' ? 7 : undefined]
    expect(sent.map(({ content, parent_id }) => [content, parent_id])).toEqual([one, one])
    expect(keys().size).toBe(2)
  })

  test(`a ${kind} whose answer was lost is the same when it is sent again`, async () => {
    await begin(kind)
    answer = null
    await send()
    await send()
    answer = 'arrived'
    await send()
    expect(keys().size).toBe(1)
  })

  test(`a student who leaves the name out of a ${kind} meanwhile does not get the one with it`, async () => {
    await begin(kind)
    answer = null
    await send()
    await hideName()
    await send()
    expect(sent.map(({ anonymous }) => anonymous)).toEqual([false, true])
    expect(keys().size).toBe(2)
  })
}

test('what arrived unseen and was deleted since goes out when its author sends it once more', async () => {
  answer = 'KEY_REUSED'
  await send()
  expect(page.all('form')[0]?.textContent).toContain('KEY_REUSED')
  expect(page.field().value).toBe(words)
  answer = 'arrived'
  await send()
  expect(keys().size).toBe(2)
  expect(page.field().value).toBe('')
})

test('a student whose words arrive at the second press no longer reads that they did not', async () => {
  const said = () => page.all('form')[0]?.textContent ?? ''
  answer = null
  await send()
  expect(said()).toContain('Failed to fetch')
  answer = 'arrived'
  await page.send()
  await page.seen(() => [page.field().value, page.all('button[aria-busy=true]').length], ['', 0])
  expect(said()).not.toContain('Failed to fetch')
})
