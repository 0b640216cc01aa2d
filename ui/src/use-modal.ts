import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import { topLayer } from './toast.ts'
import type { guardDialog } from './unsaved.ts'

const fields = 'input:not([type=hidden], [type=file]), select, textarea, [contenteditable=true]'

/** Focuses the first field of a dialog, else its heading. Never the close button, which a browser would choose. */
const focusBeginning = (dialog: HTMLDialogElement): void => {
  for (const field of dialog.querySelectorAll<HTMLElement>(fields)) {
    const isOther =
      field instanceof HTMLInputElement && field.type === 'radio' && !field.checked && field.name !== ''
        ? dialog.querySelector(`input[type=radio][name="${CSS.escape(field.name)}"]:checked`) !== null
        : false
    if (isOther) continue
    field.focus({ preventScroll: true })
    // A hidden or disabled field does not take the focus.
    if (document.activeElement === field) return
  }
  const heading = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '') ?? dialog
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * The focused element may be replaced once what it waited for arrives. The focus then returns to the beginning, so that
 * the keys of the dialog keep working.
 */
const keepFocusIn = (dialog: HTMLDialogElement): (() => void) => {
  let last = document.activeElement
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target
  }
  const watcher = new MutationObserver(() => {
    if (last?.isConnected === false && document.activeElement === document.body && topLayer.get() === dialog)
      focusBeginning(dialog)
  })
  dialog.addEventListener('focusin', note)
  watcher.observe(dialog, { childList: true, subtree: true })
  return () => {
    dialog.removeEventListener('focusin', note)
    watcher.disconnect()
  }
}

/**
 * Opens a `<dialog>` as a modal one while it is rendered. The browser's own dialog keeps the focus inside and makes the
 * rest inert; the first field gets the focus, else the heading. Esc, the way back of a phone and a press outside close
 * it unless something typed or chosen in it would be lost: those happen by accident. `unsaved` says so where the fields
 * do not: false for what is kept anyhow or took effect at once. The focus returns to where it was.
 */
export const useModal = (onClose: () => void, unsaved?: boolean): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  const given = useEffectEvent(() => unsaved)

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    let guard: ReturnType<typeof guardDialog> | null | undefined
    const leave = () => guard?.stays() || close()
    const outside = (event: MouseEvent) => {
      if (event.target !== element) return
      // Where the dialog stays, so does the focus.
      event.preventDefault()
      // The second press of a double click was meant for the button that has opened the dialog.
      if (event.detail < 2) leave()
    }
    // Only for this dialog: React passes on the event of a nested dialog, and a browser that of a file chooser.
    const cancel = (event: Event) => {
      if (event.target !== element) return
      event.preventDefault()
      leave()
    }
    const below = topLayer.get()
    topLayer.set(element)
    element?.showModal()
    if (element) focusBeginning(element)
    const letGo = element && keepFocusIn(element)
    element?.addEventListener('mousedown', outside)
    element?.addEventListener('cancel', cancel)
    // Fetched ahead by each site; where it is missing, a dialog is closed by accidents.
    void import('./unsaved.ts')
      .then((module) => (guard ??= guard === null || !element ? null : module.guardDialog(element, given, leave)))
      .catch(() => undefined)
    return () => {
      guard?.end()
      guard = null
      letGo?.()
      element?.removeEventListener('mousedown', outside)
      element?.removeEventListener('cancel', cancel)
      topLayer.set(below)
      element?.close()
      // Removing an open dialog from the page loses the focus it would have returned.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])

  return dialog
}
