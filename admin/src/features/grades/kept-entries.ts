import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { keyOf, type Entry } from './entries.ts'

/** The entries kept on this device because they did not arrive. */
export const keptEntries = (storageKey: string): Entry[] => {
  const kept = keptOnDevice<unknown>(storageKey)
  return Array.isArray(kept) ? kept.filter((one: Partial<Entry>) => one?.task_id && one.user_id && one.typed) : []
}

/**
 * Keeps the unsaved entry of one cell on the device, or removes it once it is saved. The entries of other cells stay:
 * another window with the same grid may have written them.
 */
export const keepEntry = (storageKey: string, key: string, entry: Entry | null): void => {
  const others = keptEntries(storageKey).filter((one) => keyOf(one) !== key)
  const isOpen = entry !== null && entry.state !== 'saved' && entry.state !== 'reason'
  const open = isOpen ? [...others, entry] : others
  keepOnDevice(storageKey, open.length === 0 ? null : open)
}
