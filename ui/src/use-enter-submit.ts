import type { KeyboardEvent } from 'react'

type Pressed = Pick<KeyboardEvent, 'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  nativeEvent: { isComposing: boolean }
}

/** A key of an input method that is composing: Enter chooses a word, Esc gives it up. WebKit reports one as 229 after the end of it. */
export const isComposing = (event: Pick<Pressed, 'keyCode' | 'nativeEvent'>): boolean =>
  event.nativeEvent.isComposing || event.keyCode === 229

/** Whether this key press sends: Enter in a single line, Ctrl or Command with Enter where Enter begins a new line. */
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
