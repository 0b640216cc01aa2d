import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import { topLayer } from './toast.ts'

/**
 * Opens a `<dialog>` as a modal one while it is rendered: the browser's own keeps the focus inside and the rest inert; Esc and a
 * press on the ground outside close it, and the focus goes back to where it was.
 */
export const useModal = (onClose: () => void): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    const outside = (event: MouseEvent) => {
      if (event.target === element) close()
    }
    // Of this dialog alone: React would hand on the one of a dialog within it, and a browser that of a file chooser.
    const cancel = (event: Event) => {
      if (event.target !== element) return
      event.preventDefault()
      close()
    }
    const below = topLayer.get()
    topLayer.set(element)
    element?.showModal()
    element?.addEventListener('mousedown', outside)
    element?.addEventListener('cancel', cancel)
    return () => {
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
