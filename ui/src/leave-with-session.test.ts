// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { leaveWithSession } from './leave-with-session.ts'
import { beforeSessionEnds } from './session-end.ts'
import { createSession } from './session.ts'

afterEach(() => localStorage.clear())

const turn = () => new Promise((resolve) => setTimeout(resolve))

test('a page whose student logged out elsewhere stays; once another one has logged in there it saves what is typed and begins anew', async () => {
  const order: string[] = []
  vi.spyOn(location, 'reload').mockImplementation(() => void order.push('anew'))
  const leave = beforeSessionEnds(async () => void order.push('saved'))
  localStorage.setItem('token', 'first student')
  const [here, there] = [createSession('token', true), createSession('token', true)]
  expect(here.token()).toBe('first student')
  leaveWithSession(here, () => sessionStorage.removeItem('tabs'))
  sessionStorage.setItem('tabs', 'what the first one had open')
  there.end()
  dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: 'first student', newValue: null }))
  await turn()
  expect(order).toEqual([])
  there.begin('second student')
  dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: null, newValue: 'second student' }))
  await turn()
  expect(order).toEqual(['saved', 'anew'])
  expect(sessionStorage.getItem('tabs')).toBeNull()
  // A page restored from the browser’s history has received neither event.
  dispatchEvent(new Event('pageshow'))
  await turn()
  expect(order).toEqual(['saved', 'anew', 'saved', 'anew'])
  leave()
})
