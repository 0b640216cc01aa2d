import type { Entry } from './entries.ts'

/** What was typed and did not arrive, as this device keeps it. */
export const keptEntries = (storageKey: string): Entry[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one: Partial<Entry>) => one?.task_id && one.user_id && one.typed) : []
  } catch {
    return []
  }
}

/** Keeps what is not saved yet; nothing is left behind once everything is. */
export const keepEntries = (storageKey: string, entries: readonly Entry[]): void => {
  const open = entries.filter(({ state }) => state !== 'saved' && state !== 'reason')
  try {
    if (open.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(open))
  } catch {
    // Full or blocked: what was typed is still on the page.
  }
}
