import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import type { Entry } from './entries.ts'

/** What was typed and did not arrive, as this device keeps it. */
export const keptEntries = (storageKey: string): Entry[] => {
  const kept = keptOnDevice<unknown>(storageKey)
  return Array.isArray(kept) ? kept.filter((one: Partial<Entry>) => one?.task_id && one.user_id && one.typed) : []
}

/** Keeps what is not saved yet; nothing is left behind once everything is. */
export const keepEntries = (storageKey: string, entries: readonly Entry[]): void => {
  const open = entries.filter(({ state }) => state !== 'saved' && state !== 'reason')
  keepOnDevice(storageKey, open.length === 0 ? null : open)
}
