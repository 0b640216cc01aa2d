import { createStore } from './store.ts'

export type Toast = {
  id: number
  kind: 'error' | 'warning' | 'success' | 'info'
  text: string
  /** The subject; a later message about the same subject replaces this one. */
  about?: string
  /** A link of the message: an address of this site, and its words. */
  link?: ToastLink
}
export type ToastLink = { to: string; text: string }

/** 5 s for errors (specification section 9), and for the other kinds as well. */
export const toastDuration = 5000

export const toasts = createStore<readonly Toast[]>([])
let lastId = 0
/** The id of a message that is shown until it is closed; the others are counted from 1. */
export const lasting = 0

/** The dialog on top of everything, where messages have to appear to be seen and heard. */
export const topLayer = createStore<HTMLElement | null>(null)

/** Shows a message for 5 seconds. A message that is already shown is not repeated; its time starts again. */
export const showToast = (text: string, kind: Toast['kind'] = 'error', link?: ToastLink): void => {
  lastId += 1
  const next: Toast = { id: lastId, kind, text, ...(link && { link }) }
  const list = toasts.get()
  const isSame = (toast: Toast) => toast.text === text && toast.kind === kind
  toasts.set(list.some(isSame) ? list.map((toast) => (isSame(toast) ? next : toast)) : [...list.slice(-3), next])
}

const said = new Set<string>()

/** Shows the failure of a read; the same text only once for a page, however many reads fail with it. */
export const sayOnce = (text: string): void => {
  if (said.has(text)) return
  said.add(text)
  showToast(text)
}

/** Called on a new page or a new attempt: messages shown before may be shown again. */
export const sayAgain = (): void => said.clear()

/** Shows a message in the place of the one about the same thing, or as a new one. */
export const replaceToast = (about: string, text: string, kind: Toast['kind']): void => {
  lastId += 1
  const next: Toast = { id: lastId, kind, text, about }
  const list = toasts.get()
  const isShown = list.some((toast) => toast.about === about)
  toasts.set(isShown ? list.map((toast) => (toast.about === about ? next : toast)) : [...list.slice(-3), next])
}

export const hideToast = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/** Hides earlier errors once the action has succeeded. */
export const hideErrors = (): void => toasts.set(toasts.get().filter((toast) => toast.kind !== 'error'))
