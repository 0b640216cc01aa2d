// @vitest-environment happy-dom
import { studentSession } from '@tongchuang/ui/session.ts'
import { expect, test } from 'vitest'
import { noTabs } from './no-tabs.ts'
import { keptTabs, setTabs } from './tabs-store.ts'
import { tabsFrom } from './tabs.ts'

test('a window that is opened again shows its pages to whoever opened them, and none to the next person', () => {
  const work = { id: 1, title: '我的检讨', name: 'task_submit', fullPath: '/square/1', query: {}, ignoreCache: false }
  studentSession.begin('first-of-all')
  setTabs({ ...noTabs, list: [...noTabs.list, work] })
  expect(tabsFrom(keptTabs()).list).toHaveLength(2)
  // Logged in by another window, while this one was closed.
  studentSession.begin('second-person')
  expect(tabsFrom(keptTabs())).toEqual(noTabs)
  studentSession.end()
})
