import { keepWords, wordsOnDevice } from '@tongchuang/ui/on-device.ts'
import { createStore, useStore } from '@tongchuang/ui/store.ts'
import { topLayer } from '@tongchuang/ui/toast.ts'
import { useEffect, useEffectEvent } from 'react'
import { areKeysAtRest, isTyping, noteKeys } from './keys-at-rest.ts'

const storageKey = 'review-keys'
const stored = createStore(wordsOnDevice(storageKey) !== 'off')

/** Whether single keys are turned on; stored on the device. */
export const useKeysOn = (): boolean => useStore(stored)

export const setKeysOn = (on: boolean): void => {
  keepWords(storageKey, on ? 'on' : 'off')
  stored.set(on)
}

/**
 * Moves the focus from a text field to the work rather than to the page, where keyboard navigation would restart at the
 * top.
 */
const leaveField = (field: HTMLElement): void => {
  const work = document.querySelector<HTMLElement>('[data-work]')
  if (work) work.focus({ preventScroll: true })
  else field.blur()
}

// Keys that move or zoom repeat while held; keys that decide, switch or fill in act once.
const mayRepeat = /^([jk+=-]|Arrow.+)$/i

const isForKeys = (event: KeyboardEvent): boolean =>
  !event.isComposing &&
  event.keyCode !== 229 &&
  !event.ctrlKey &&
  !event.altKey &&
  !event.metaKey &&
  !event.defaultPrevented &&
  !topLayer.get()

/**
 * A key that is held like a button: `down` is called once, however long it repeats, and `up` when it is released,
 * wherever the focus is then.
 */
export const useHeldKey = (
  key: string,
  { down, up }: { down: () => void; up: () => void },
  isActive: boolean,
): void => {
  const on = useKeysOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || !isForKeys(event) || isTyping(event.target) || areKeysAtRest()) return
    event.preventDefault()
    if (!event.repeat) down()
  })
  const letGo = useEffectEvent((event: KeyboardEvent) => event.key.toLowerCase() === key && up())
  useEffect(() => {
    if (!on || !isActive) return
    document.addEventListener('keydown', press)
    document.addEventListener('keyup', letGo)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('keyup', letGo)
    }
  }, [on, isActive])
}

/**
 * Runs acts on single keys: not while text is typed or composed (Esc leaves a field), not behind a dialog, not with
 * Ctrl, Alt or Command, not while keys are suspended. A held key acts once, unless it moves.
 */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const on = useKeysOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isForKeys(event)) return
    if (isTyping(event.target)) {
      if (event.key === 'Escape') leaveField(event.target)
      return
    }
    if (areKeysAtRest()) return
    const act = keys[event.key] ?? keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    if (!event.repeat || mayRepeat.test(event.key)) act()
  })
  useEffect(() => {
    if (!on) return
    const stop = noteKeys()
    document.addEventListener('keydown', press)
    return () => {
      stop()
      document.removeEventListener('keydown', press)
    }
  }, [on])
}
