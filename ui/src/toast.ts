import { createStore } from './store.ts'

export type Toast = {
  id: number
  kind: 'error' | 'warning' | 'success' | 'info'
  text: string
  /** What it is about, where later words about the same take its place. */
  about?: string
  /** Where it leads: an address of this site, and the words of the link. */
  link?: ToastLink
}
export type ToastLink = { to: string; text: string }

/** 5 s: specification section 9; the same for the other kinds. */
export const toastDuration = 5000

export const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** The dialog on top of everything, where messages have to appear to be seen and heard. */
export const topLayer = createStore<HTMLElement | null>(null)

/** Shows a message for 5 seconds. The same words are shown once, however many calls failed with them, from the last one on. */
export const showToast = (text: string, kind: Toast['kind'] = 'error', link?: ToastLink): void => {
  lastId += 1
  const next: Toast = { id: lastId, kind, text, ...(link && { link }) }
  const list = toasts.get()
  const isSame = (toast: Toast) => toast.text === text && toast.kind === kind
  toasts.set(list.some(isSame) ? list.map((toast) => (isSame(toast) ? next : toast)) : [...list.slice(-3), next])
}

const said = new Set<string>()

/** Says what a page could not read: the same words once, however many of its reads fail with them and however late. */
export const sayOnce = (text: string): void => {
  if (said.has(text)) return
  said.add(text)
  showToast(text)
}

/** Another page, or another try: what has been said before is said again. */
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

/** What failed before is of no interest once it has worked. */
export const hideErrors = (): void => toasts.set(toasts.get().filter((toast) => toast.kind !== 'error'))
