import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import type { Entry } from './entries.ts'

/** The entries kept on this device because they did not arrive. */
export const keptEntries = (storageKey: string): Entry[] => {
  const kept = keptOnDevice<unknown>(storageKey)
  return Array.isArray(kept) ? kept.filter((one: Partial<Entry>) => one?.task_id && one.user_id && one.typed) : []
}

/** Keeps unsaved entries on the device; removes the copy once all are saved. */
export const keepEntries = (storageKey: string, entries: readonly Entry[]): void => {
  const open = entries.filter(({ state }) => state !== 'saved' && state !== 'reason')
  keepOnDevice(storageKey, open.length === 0 ? null : open)
}
