// @vitest-environment happy-dom
import { works } from '@tongchuang/contract/works.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { LikeButton } from './like-button.tsx'
import { workQuery } from './queries.ts'

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
})

/** Likes on their way, in the order in which they were sent; each arrives when the test says so. */
let onTheWay: { like: boolean; arrive: () => void; fail: () => void }[]
let stored: { liked: boolean; like_count: number }
let page: Awaited<ReturnType<typeof openPage>>

const Liked = () => {
  const { data } = useQuery(workQuery(1))
  return data ? <LikeButton work={data} /> : null
}

beforeEach(async () => {
  onTheWay = []
  stored = { liked: false, like_count: 3 }
  connect(async ({ path, input }) => {
    if (path !== works.like.path)
      return { code: 1, msg: '', time: 0, data: { id: 1, title: '夜空', mine: false, ...stored } }
    const { like = true } = sentWith(works.like, input)
    const arrival = Promise.withResolvers<void>()
    onTheWay.push({ like, arrive: arrival.resolve, fail: () => arrival.reject(new TypeError('Failed to fetch')) })
    await arrival.promise
    stored = { liked: like, like_count: like ? 4 : 3 }
    return { code: 1, msg: '', time: 0, data: { submit_id: 1, ...stored } }
  })
  page = await openPage(<Liked />)
  await seen(() => page.all('button').length, 1)
})
afterEach(() => page.close())

const seen = <T,>(what: () => T, wanted: T) =>
  expect
    .poll(async () => {
      await page.doing(() => new Promise((resolve) => setTimeout(resolve, 5)))
      return what()
    })
    .toEqual(wanted)
const shown = () => page.all('button')[0]?.getAttribute('aria-pressed')
/** Presses, and presses again as soon as the page shows the first press. */
const pressTwice = async () => {
  for (const becomes of ['true', 'false']) {
    await page.doing(() => page.all('button')[0]?.click())
    await seen(shown, becomes)
  }
}

test('a student who likes a work and takes it back at once has not liked it, whichever request is slower', async () => {
  await pressTwice()
  await seen(() => onTheWay.map(({ like }) => like), [true])
  onTheWay[0]?.arrive()
  await seen(() => onTheWay.map(({ like }) => like), [true, false])
  expect(shown()).toBe('false')
  onTheWay[1]?.arrive()
  await seen(() => [stored.liked, shown()], [false, 'false'])
})

test('a first press that fails does not turn round what was pressed after it', async () => {
  await pressTwice()
  await seen(() => onTheWay.length, 1)
  onTheWay[0]?.fail()
  await seen(() => [onTheWay.length, shown()], [2, 'false'])
  onTheWay[1]?.arrive()
  await seen(() => [stored.liked, shown()], [false, 'false'])
})

test('a student who presses twice before the page shows the first press has sent one like', async () => {
  await page.doing(() => {
    for (let press = 0; press < 2; press += 1) page.all('button')[0]?.click()
  })
  await seen(() => [onTheWay.length, shown()], [1, 'true'])
  onTheWay[0]?.arrive()
  await seen(() => [stored.liked, shown()], [true, 'true'])
  expect(onTheWay).toHaveLength(1)
})
