import { createStore } from '@tongchuang/ui/store.ts'
import { topLayer } from '@tongchuang/ui/toast.ts'
import { tinykeys } from 'tinykeys'
import { table } from './table.ts'
import { keepWords, wordsOnDevice } from '@tongchuang/ui/on-device.ts'

/** Keys by the page they lead to; one without a page is not offered. */
const pages = [
  { keys: 'g s', name: 'square' },
  { keys: 'g w', name: 'works' },
  { keys: 'g g', name: 'guilds' },
  { keys: 'g m', name: 'mycenter' },
  { keys: '/', name: 'search' },
] as const

export type PageKey = { keys: string; locale: (typeof table)[number]['meta']['locale']; path: string }

/** The keys that lead somewhere, in the order of the list. */
export const pageKeys: readonly PageKey[] = pages.flatMap(({ keys, name }) => {
  const row = table.find((one) => one.name === (name as string))
  return row ? [{ keys, locale: row.meta.locale, path: row.path }] : []
})

const key = 'shortcuts'

/** Whether single keys do anything; off for whoever dictates or presses keys by accident. */
export const shortcutsOn = createStore(wordsOnDevice(key) !== 'off')

export const switchShortcuts = (on: boolean): void => {
  shortcutsOn.set(on)
  keepWords(key, on ? null : 'off')
}

/** Keys typed into something, or composed, or meant for a dialog, are no shortcuts. */
const isTyping = (event: KeyboardEvent): boolean => {
  const { target } = event
  if (event.isComposing || event.keyCode === 229 || topLayer.get()) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=menuitem], [role=textbox]'))
  )
}

/** Listens for the shortcuts. Returns how to stop. */
export const listenForShortcuts = (act: { go: (path: string) => void; help: () => void }): (() => void) => {
  const run = (what: () => void) => (event: KeyboardEvent) => {
    event.preventDefault()
    what()
  }
  const moves = pageKeys.map(({ keys, path }) => [keys, run(() => act.go(path))] as const)
  return tinykeys(window, { ...Object.fromEntries(moves), 'Shift+?': run(act.help) }, { ignore: isTyping })
}
