/** The bar of a navigation, with the constants of specification section 9. */
const minimum = 0.08
const speed = 200
const trickleRate = 0.02
const trickleSpeed = 800

let status: number | null = null
let trickle: ReturnType<typeof setInterval> | undefined
let root: HTMLElement | undefined

const build = (): HTMLElement => {
  const element = document.createElement('div')
  element.id = 'nprogress'
  element.className = 'no-print'
  // A navigation is announced by its title; the bar is for the eye.
  element.setAttribute('aria-hidden', 'true')
  for (const name of ['bar', 'spinner']) {
    const part = document.createElement('div')
    part.className = name
    element.append(part)
  }
  document.body.append(element)
  return element
}

const show = (amount: number): void => {
  status = Math.min(Math.max(amount, minimum), 1)
  root ??= build()
  root.style.setProperty('--progress', String(status))
}

/** How far the bar goes on by itself: less the nearer it is to the end. */
const step = (): void => {
  if (status !== null) show(Math.min(status + Math.random() * trickleRate, 0.994))
}

/** Starts the bar; while it runs nothing changes. */
export const startProgress = (): void => {
  if (status !== null) return
  show(minimum)
  trickle = setInterval(step, trickleSpeed)
}

/** Ends the bar, also after a failure; without a start it does nothing. */
export const endProgress = (): void => {
  if (status === null) return
  clearInterval(trickle)
  show(1)
  status = null
  const ended = root
  root = undefined
  setTimeout(() => {
    ended?.classList.add('gone')
    setTimeout(() => ended?.remove(), speed)
  }, speed)
}
