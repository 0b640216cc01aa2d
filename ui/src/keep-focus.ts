import { isShown } from './is-shown.ts'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

const visibleIn = (place: Element, selector: string): HTMLElement | undefined =>
  [...place.querySelectorAll<HTMLElement>(selector)].find((one) => isShown(one))

/**
 * The element to focus near a place: its heading, else its first focusable element. A main area without a heading is
 * still loading and has none.
 */
const nextIn = (place: Element): HTMLElement | undefined => {
  const heading = visibleIn(place, 'h1, h2, h3')
  if (!heading) return place.localName === 'main' ? undefined : visibleIn(place, focusable)
  heading.tabIndex = -1
  return heading
}

const ancestorsOf = (one: Element): Element[] => {
  const path: Element[] = []
  for (let above = one.parentElement; above; above = above.parentElement) path.push(above)
  return path
}

/** The places of a path in which something is focused instead. */
const upToMain = (path: readonly Element[]): Element[] => {
  const end = path.findIndex(({ localName }) => localName === 'main' || localName === 'body')
  return end === -1 ? [...path] : path.slice(0, path[end]?.localName === 'main' ? end + 1 : end)
}

const isLost = (one: HTMLElement): boolean =>
  !one.isConnected || !isShown(one) || one.matches(':disabled') || one.closest('[inert]') !== null

/** The longest wait for a page that is still loading. */
const longestWaitMs = 5000

/**
 * Keeps the focus near its place when the focused element disappears: a pressed button is replaced by the next main
 * action, a row is removed, a list changes. The focus moves to what is in that place now, else to the heading around
 * it. It never falls to the body, because the keyboard would begin at the top of the page again. `before` is the way
 * from what was focused before this was loaded up to the document: it may have disappeared already.
 */
export const keepFocus = (before: readonly EventTarget[] = []): (() => void) => {
  const [first, ...above] = before
  let last: HTMLElement | null = first instanceof HTMLElement ? first : null
  let path: Element[] = upToMain(above.filter((one) => one instanceof Element))
  let lostAt = 0
  let frame = 0

  const restore = (): void => {
    frame = 0
    if (!last || (document.activeElement !== null && document.activeElement !== document.body)) {
      lostAt = 0
      return
    }
    if (!isLost(last)) return
    lostAt ||= performance.now()
    if (performance.now() - lostAt > longestWaitMs) {
      last = null
      lostAt = 0
      return
    }
    const around = path.filter((one) => one.isConnected)
    for (const place of around) {
      const next = nextIn(place)
      next?.focus({ preventScroll: true })
      if (next && document.activeElement === next) return
    }
  }
  const look = () => {
    if (last && frame === 0) frame = requestAnimationFrame(restore)
  }
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = target
    path = upToMain(ancestorsOf(target))
    lostAt = 0
  }
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    // A press outside any control is meant to clear the focus; an element that is being removed still exists at this
    // moment.
    queueMicrotask(() => {
      if (target === last && last && !isLost(last) && document.hasFocus()) last = null
      else look()
    })
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'style'],
  })
  document.addEventListener('focusin', note)
  document.addEventListener('focusout', left)
  look()
  return () => {
    cancelAnimationFrame(frame)
    watcher.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', left)
  }
}
