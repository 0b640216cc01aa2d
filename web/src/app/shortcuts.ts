import { studentPages } from '@tongchuang/contract/paths.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { createStore } from '@tongchuang/ui/store.ts'
import { topLayer } from '@tongchuang/ui/toast.ts'
import { tinykeys } from 'tinykeys'
import { table } from './table.ts'
import { keepWords, wordsOnDevice } from '@tongchuang/ui/on-device.ts'

/** Shortcut keys with the page each leads to; a key whose page is not in the table is not offered. */
const pages = [
  { keys: 'g s', name: 'square' },
  { keys: 'g w', name: 'works' },
  { keys: 'g g', name: 'guilds' },
  { keys: 'g m', name: 'mycenter' },
  { keys: '/', name: 'search' },
] as const

export type PageKey = { keys: string; locale: (typeof table)[number]['meta']['locale']; path: string }

/** The shortcuts that lead to a page, in the order of the list. */
export const pageKeys: readonly PageKey[] = pages.flatMap(({ keys, name }) => {
  const row = table.find((one) => one.name === (name as string))
  return row ? [{ keys, locale: row.meta.locale, path: row.path }] : []
})

const key = 'shortcuts'

/** Whether single-key shortcuts are on; off for people who use dictation or press keys by accident. */
export const shortcutsOn = createStore(wordsOnDevice(key) !== 'off')

export const switchShortcuts = (on: boolean): void => {
  shortcutsOn.set(on)
  keepWords(key, on ? null : 'off')
}

const writing = studentPages.taskSubmit.replace(':guild', '')

/**
 * Keys typed into a field, part of a composition, or meant for a dialog are not shortcuts, and none are on the page
 * where a work is written: a student who has clicked beside the field would be taken away from it by a word.
 */
const isTyping = (event: KeyboardEvent): boolean => {
  const { target } = event
  if (event.isComposing || event.keyCode === 229 || topLayer.get()) return true
  if (location.pathname.startsWith(basePath() + writing)) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=menuitem], [role=textbox]'))
  )
}

/** Listens for the shortcuts. Returns a function that stops listening. */
export const listenForShortcuts = (act: { go: (path: string) => void; help: () => void }): (() => void) => {
  const run = (what: () => void) => (event: KeyboardEvent) => {
    event.preventDefault()
    what()
  }
  const moves = pageKeys.map(({ keys, path }) => [keys, run(() => act.go(path))] as const)
  return tinykeys(window, { ...Object.fromEntries(moves), 'Shift+?': run(act.help) }, { ignore: isTyping })
}
