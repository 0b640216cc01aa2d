import { createStore, useStore } from '@tongchuang/ui/store.ts'
import { topLayer } from '@tongchuang/ui/toast.ts'
import { useEffect, useEffectEvent } from 'react'

const storageKey = 'review-keys'
const stored = createStore(typeof localStorage === 'undefined' || localStorage.getItem(storageKey) !== 'off')

/** Whether single letters act; kept on the device. */
export const useKeysOn = (): boolean => useStore(stored)

export const setKeysOn = (on: boolean): void => {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  stored.set(on)
}

const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Acts on single keys: not while something is typed or composed (Esc leaves a field), not below a dialog, not together with Ctrl, Alt or Command. */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const on = useKeysOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.isComposing ||
      event.keyCode === 229 ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.defaultPrevented
    )
      return
    if (topLayer.get()) return
    if (isTyping(event.target)) {
      // The way from the words back to the keys.
      if (event.key === 'Escape') event.target.blur()
      return
    }
    const act = keys[event.key] ?? keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!on) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
}
