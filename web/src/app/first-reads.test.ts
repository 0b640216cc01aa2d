import type { QueryClient } from '@tanstack/react-query'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeFirstReads } from './first-reads.ts'
import { profileQuery, queryClient } from './profile.ts'
import { table } from './table.ts'

const square = table.find(({ name }) => name === 'square')
const works = table.find(({ name }) => name === 'works')
const address = { params: {}, search: new URLSearchParams() }

/** A page of which one read is answered at once, and another when the test says so. */
const page = () => {
  const later = Promise.withResolvers<string>()
  const firstReads = vi.fn(async () => (client: QueryClient) => [
    client.prefetchQuery({ queryKey: ['at once'], queryFn: () => 'here' }),
    client.prefetchQuery({ queryKey: ['later'], queryFn: () => later.promise }),
  ])
  return { later, firstReads, row: { ...works!, firstReads } }
}

const askedEarly = () => (globalThis.early = new Map([['GET /', Promise.resolve(new Response())]]))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
  globalThis.early = undefined
})

test('a student who opens the site finds the first page drawn with what was asked before its scripts came', async () => {
  askedEarly()
  const { row, later } = page()
  const drawn = takeFirstReads(row, address)
  later.resolve('here, too')
  await drawn
  expect(queryClient.getQueryData(['at once'])).toBe('here')
  expect(queryClient.getQueryData(['later'])).toBe('here, too')
})

test('a student waits only a moment for an answer that is late; the page opens without it and shows it when it comes', async () => {
  askedEarly()
  const { row, later } = page()
  const drawn = takeFirstReads(row, address)
  await vi.advanceTimersByTimeAsync(150)
  await drawn
  expect(queryClient.getQueryData(['at once'])).toBe('here')
  later.resolve('at last')
  await vi.advanceTimersByTimeAsync(0)
  expect(queryClient.getQueryData(['later'])).toBe('at last')
})

test('a student who goes on to another page does not wait for the requests of the first page', async () => {
  globalThis.early = new Map()
  const { row, firstReads } = page()
  await takeFirstReads(row, address)
  expect(firstReads).not.toHaveBeenCalled()
})

test('a student who must change the password first sends no request that would be refused, and reads no refusal afterwards', async () => {
  const refused = askedEarly()
  queryClient.setQueryData(profileQuery.queryKey, aProfile({ must_change_password: true }))
  const { row, firstReads } = page()
  await takeFirstReads(row, address)
  expect(firstReads).not.toHaveBeenCalled()
  expect(refused.size, 'answers left for the page behind the new password').toBe(0)
})

test('a teacher who is no student, and sees only where to go on, is asked for nothing that is refused, and reads no refusal as a student', async () => {
  const refused = askedEarly()
  queryClient.setQueryData(profileQuery.queryKey, aProfile({ must_change_password: false, role: '教师' }))
  const { row, firstReads } = page()
  await takeFirstReads(row, address)
  expect(firstReads).not.toHaveBeenCalled()
  expect(refused.size, 'answers left for the page of the student they become').toBe(0)
})

test('a student without a network gets the page for failures instead of a page that cannot be loaded', async () => {
  askedEarly()
  const firstReads = () => Promise.reject(new TypeError('no network'))
  await expect(takeFirstReads({ ...works!, firstReads }, address)).resolves.toBeUndefined()
})

test('a page without early requests is shown at once', async () => {
  askedEarly()
  await takeFirstReads(works!, address)
  expect(square?.firstReads).toBeDefined()
  expect(works?.firstReads).toBeUndefined()
})
