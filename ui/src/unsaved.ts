import { currentLanguage } from './language.ts'
import { unsavedTexts } from './texts/unsaved.ts'
import { showToast } from './toast.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Of each open dialog: whether it holds something that would be lost with it. */
export const openDialogs = new Set<() => boolean>()

/** Says why a dialog stays open. */
export const sayUnsaved = (): void => showToast(unsavedTexts[currentLanguage()], 'info')

const fields = 'input:not([type=search]), textarea, select'
const stateOf = (field: Field): string => `${field.value} ${'checked' in field && field.checked}`

/**
 * Notes what a person types and chooses in the fields of a dialog; the answer is whether any of them is still there and
 * not as it was. What is typed to search is no loss.
 */
const watchFields = (dialog: HTMLDialogElement): (() => boolean) => {
  const before = new Map<EventTarget, string>()
  const touched = new Set<Field>()
  const note = ({ type, target }: Pick<Event, 'type' | 'target'>): void => {
    const field = target as Field
    if (!field.matches(fields) || field.closest('dialog') !== dialog) return
    if (type !== 'focusin') touched.add(field)
    else if (!touched.has(field)) before.set(field, stateOf(field))
  }
  for (const type of ['focusin', 'input', 'change']) dialog.addEventListener(type, note)
  // Not every browser focuses a box that is ticked.
  for (const field of dialog.querySelectorAll(fields)) note({ type: 'focusin', target: field })
  return () => [...touched].some((field) => field.isConnected && stateOf(field) !== before.get(field))
}

/**
 * Guards an open dialog against accidents: `stays` is asked before it is closed by one. `given` answers for what the
 * fields do not show. `leave` is called when a browser closed the dialog without asking, as at a second Esc in a row.
 */
export const guardDialog = (dialog: HTMLDialogElement, given: () => boolean | undefined, leave: () => void) => {
  const isChanged = watchFields(dialog)
  const isUnsaved = () => dialog.isConnected && (given() ?? isChanged())
  openDialogs.add(isUnsaved)
  let last = document.activeElement
  const entered = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target
  }
  const closed = () => {
    if (dialog.open) return
    const before = last
    dialog.showModal()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    leave()
  }
  dialog.addEventListener('focusin', entered)
  dialog.addEventListener('close', closed)
  return {
    stays: (): boolean => {
      const is = isUnsaved()
      if (is) sayUnsaved()
      return is
    },
    end: (): void => {
      openDialogs.delete(isUnsaved)
      dialog.removeEventListener('close', closed)
    },
  }
}
