/** How long no key may have been pressed before the keys act again. */
const REST_MS = 500

let pressed = 0
let restsUntil = 0

const isModifier = ({ key }: KeyboardEvent): boolean => /^(Shift|Control|Alt|Meta|CapsLock)$/.test(key)

/** Whether the focused element takes text. */
export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const wake = (): void => {
  restsUntil = 0
}

/** The number of key presses on the page so far; two readings tell whether a key was pressed in between. */
export const keysPressed = (): number => pressed

/**
 * Suspends the keys because the open work disappeared during typing: the next presses are still meant for it. They do
 * nothing until the user pauses for half a second, or uses the pointer.
 */
export const restKeys = (): void => {
  restsUntil = performance.now() + REST_MS
}

/** Never suspended for longer than that, even if the clock changes. */
export const areKeysAtRest = (): boolean => {
  const left = restsUntil - performance.now()
  return left > 0 && left <= REST_MS
}

const note = (event: KeyboardEvent): void => {
  if (event.repeat || isModifier(event)) return
  pressed += 1
  if (areKeysAtRest() && !isTyping(event.target)) restKeys()
}

/** Watches key presses before any other handler; returns a function that stops it. Watching twice is harmless. */
export const noteKeys = (): (() => void) => {
  const own = new AbortController()
  const early = { capture: true, signal: own.signal }
  document.addEventListener('keydown', (event) => note(event), early)
  document.addEventListener('pointerdown', () => wake(), early)
  return () => own.abort()
}
