/**
 * Ignores the second press of a double click where the first one has put another button or link under the pointer: the
 * next person of a list, a button of the dialog that has opened, or what was behind the one that has closed. Nobody
 * meant to press it.
 */
export const ignoreSecondPresses = (page: Document): void => {
  let first: Element | null = null
  page.addEventListener(
    'click',
    (event) => {
      const pressed = event.target instanceof Element ? event.target.closest('button, a') : null
      // A browser counts presses at one place in quick succession; 0 is a press of a key.
      if (event.detail < 2) first = pressed
      else if (pressed !== null && pressed !== first) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    true,
  )
}
