import { currentLanguage } from './language.ts'
import { cutPasteTexts } from './texts/cut-paste.ts'
import { showToast } from './toast.ts'

/** What a field leaves out of a pasted text, because it holds only so many characters. */
const leftOutOf = (field: HTMLInputElement | HTMLTextAreaElement, pasted: string): string => {
  const text = pasted.replaceAll(/\r\n?/g, '\n')
  const chosen = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  const room = field.maxLength - (field.value.length - chosen)
  const fits = field instanceof HTMLTextAreaElement ? text : text.replaceAll('\n', '')
  return fits.slice(Math.max(0, room))
}

const onPaste = (event: ClipboardEvent): void => {
  const field = event.target
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  if (event.defaultPrevented || field.readOnly || field.disabled || field.maxLength < 0) return
  const left = leftOutOf(field, event.clipboardData?.getData('text/plain') ?? '').trimEnd()
  if (left !== '') showToast(cutPasteTexts[currentLanguage()].cut(field.maxLength, left.length), 'warning')
}

/** Tells a person whose pasted text did not fit into a field: a browser cuts it without a word. */
export const sayCutPaste = (): void => document.addEventListener('paste', onPaste)
