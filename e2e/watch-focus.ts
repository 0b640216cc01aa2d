import type { Page } from '@playwright/test'

/**
 * Reports a focus that is lost after a press: if the pressed element is gone, the focus must be at what replaces it. On
 * the body, a keyboard user would start at the top again. A page that is still loading has a second and a half.
 */
export const watchFocus = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    let pressed = ''
    let since = 0
    const control = 'a[href], button, input, select, textarea, summary, [tabindex]'
    const note = (event: Event) => {
      const one = event.target instanceof Element ? event.target.closest(control) : null
      // An element that a test presses without a pointer or a key never had the focus.
      pressed = one !== null && one === document.activeElement ? one.outerHTML.slice(0, 160) : ''
      since = 0
    }
    addEventListener('click', note, true)
    addEventListener('pointerdown', () => (pressed = ''), true)
    const look = () => {
      const now = performance.now()
      const isLost = pressed !== '' && document.hasFocus() && document.activeElement === document.body
      if (!isLost) since = 0
      else if (since === 0) since = now
      else if (now - since > 1500) {
        console.error(`the focus fell to the page after pressing ${pressed}`)
        pressed = ''
      }
    }
    // A timer instead of animation frames: a page at rest draws none.
    setInterval(look, 100)
  })
}
