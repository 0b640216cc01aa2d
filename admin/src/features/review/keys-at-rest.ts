/** So long nobody has to have pressed a key before the keys act again. */
const REST_MS = 500

let pressed = 0
let restsUntil = 0

const isModifier = ({ key }: KeyboardEvent): boolean => /^(Shift|Control|Alt|Meta|CapsLock)$/.test(key)

/** Whether letters go into what has the focus. */
export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const wake = (): void => {
  restsUntil = 0
}

/** How many keys were pressed on the page so far: whether one was pressed meanwhile is seen by asking twice. */
export const keysPressed = (): number => pressed

/**
 * What was in front of one has gone while one was typing or pressing: the next keys are meant for it as well. They do nothing
 * until one pauses for half a second, or points at something.
 */
export const restKeys = (): void => {
  restsUntil = performance.now() + REST_MS
}

/** Never for longer than that, whatever a clock does. */
export const areKeysAtRest = (): boolean => {
  const left = restsUntil - performance.now()
  return left > 0 && left <= REST_MS
}

const note = (event: KeyboardEvent): void => {
  if (event.repeat || isModifier(event)) return
  pressed += 1
  if (areKeysAtRest() && !isTyping(event.target)) restKeys()
}

/** Notes what is pressed before anything acts on it; answers how to stop. Twice at once does no harm. */
export const noteKeys = (): (() => void) => {
  const own = new AbortController()
  const early = { capture: true, signal: own.signal }
  document.addEventListener('keydown', (event) => note(event), early)
  document.addEventListener('pointerdown', () => wake(), early)
  return () => own.abort()
}
