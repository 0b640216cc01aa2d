import type { KeyboardEvent } from 'react'

type Pressed = Pick<KeyboardEvent, 'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  nativeEvent: { isComposing: boolean }
}

/**
 * Whether a key belongs to an input method that is composing: Enter chooses a word, Esc cancels. WebKit reports one as
 * 229 after composing has ended.
 */
export const isComposing = (event: Pick<Pressed, 'keyCode' | 'nativeEvent'>): boolean =>
  event.nativeEvent.isComposing || event.keyCode === 229

/** Whether a key press sends: Enter in a single line, Ctrl or Command with Enter in a text of several lines. */
export const isSubmitKey = (event: Pressed, multiline: boolean): boolean =>
  event.key === 'Enter' && !isComposing(event) && (multiline ? event.ctrlKey || event.metaKey : !event.shiftKey)

/** The `onKeyDown` of a field that sends what was typed. */
export const useEnterSubmit =
  (submit: () => void, { multiline = false }: { multiline?: boolean } = {}) =>
  (event: KeyboardEvent): void => {
    if (!isSubmitKey(event, multiline)) return
    event.preventDefault()
    submit()
  }

/** The keys that send a text of several lines, as they are written on the keyboard of this machine. */
export const sendKeys = (userAgent = globalThis.navigator?.userAgent ?? ''): string =>
  /Mac OS X/.test(userAgent) ? '⌘ + Enter' : 'Ctrl + Enter'
