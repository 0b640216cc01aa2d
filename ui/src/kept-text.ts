import { keepWords, wordsOnDevice } from './on-device.ts'

/**
 * Text that somebody is writing, kept on this device under a name until it is sent. If the storage is full or blocked,
 * the text is still on the page.
 */
export const keptText = (name: string) => ({
  read: (): string => wordsOnDevice(name) ?? '',
  write: (text: string): boolean => keepWords(name, text.trim() === '' ? null : text),
  /** Forgets these words after they were sent, but not what was written since, here or in another window. */
  sent: (text: string): void => {
    if (wordsOnDevice(name) === text) keepWords(name, null)
  },
})
