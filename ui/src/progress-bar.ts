/** The bar of a navigation, with the constants of specification section 9. */
export const progressBar = { minimum: 0.08, speed: 200, trickleRate: 0.02, trickleSpeed: 800, showSpinner: true }

let status: number | null = null
let trickle: ReturnType<typeof setInterval> | undefined
let root: HTMLElement | undefined

const build = (): HTMLElement => {
  const element = document.createElement('div')
  element.id = 'nprogress'
  element.className = 'no-print'
  // Hidden from screen readers, because a navigation is announced by its title.
  element.setAttribute('aria-hidden', 'true')
  for (const name of progressBar.showSpinner ? ['bar', 'spinner'] : ['bar']) {
    const part = document.createElement('div')
    part.className = name
    element.append(part)
  }
  document.body.append(element)
  return element
}

const show = (amount: number): void => {
  status = Math.min(Math.max(amount, progressBar.minimum), 1)
  root ??= build()
  root.style.setProperty('--progress', String(status))
}

/** Advances the bar by a small random amount, at most to 0.994. */
const step = (): void => {
  if (status !== null) show(Math.min(status + Math.random() * progressBar.trickleRate, 0.994))
}

/** Starts the bar; does nothing while it is running. */
export const startProgress = (): void => {
  if (status !== null) return
  show(progressBar.minimum)
  trickle = setInterval(step, progressBar.trickleSpeed)
}

/** Ends the bar, after a failure too; does nothing if it was not started. */
export const endProgress = (): void => {
  if (status === null) return
  clearInterval(trickle)
  show(1)
  status = null
  const ended = root
  root = undefined
  setTimeout(() => {
    ended?.classList.add('gone')
    setTimeout(() => ended?.remove(), progressBar.speed)
  }, progressBar.speed)
}
