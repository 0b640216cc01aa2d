// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { listenForShortcuts } from './shortcuts.ts'

afterEach(() => history.replaceState(null, '', '/'))

/** The pages opened by somebody who types these keys beside every field of the page at an address. */
const openedFrom = (address: string, keys: string): string[] => {
  history.replaceState(null, '', address)
  const opened: string[] = []
  const stop = listenForShortcuts({ go: (path) => opened.push(path), help: () => opened.push('help') })
  for (const key of keys) dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }))
  stop()
  return opened
}

test('a student who types beside the field on the page where a work is written stays there', () => {
  expect(openedFrom('/square/task_detail/7?task=3', 'gs')).toEqual(['/square/index'])
  expect(openedFrom('/square/task_detail/submit/7?task=3', 'gs/')).toEqual([])
})
