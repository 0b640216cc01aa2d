import { keepWords, wordsOnDevice } from './on-device.ts'

/** Words that somebody is writing, kept on this device under a name until they are sent; full or blocked, they are still on the page. */
export const keptText = (name: string) => ({
  read: (): string => wordsOnDevice(name) ?? '',
  write: (text: string): boolean => keepWords(name, text.trim() === '' ? null : text),
  /** These words were sent: they are forgotten, but not what was written since, here or in another window. */
  sent: (text: string): void => {
    if (wordsOnDevice(name) === text) keepWords(name, null)
  },
})
