import { createStore, del, get, update } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { keep } from './draft-opening.ts'
import type { Stored } from './draft-opening.ts'
import { emptyWork } from './work.ts'

let store: UseStore | null = null
const drafts = (): UseStore => (store ??= createStore('tongchuang-desk', 'drafts'))

/** With the round it was written in; pages of an earlier release did not name it. */
type OfRound = Stored & { round?: number }

/** Puts what was written in another round beside what this one has. */
const beside = (own: OfRound, { round, work, at, kept }: OfRound): OfRound => ({
  ...own,
  kept: [{ id: `round-${round}`, work, at, device: 'here', why: 'replaced' as const }, ...kept].reduceRight(
    keep,
    own.kept.filter(({ id }) => id !== `round-${round}`),
  ),
})

/**
 * The place of one person's work on one task on this device; nobody else who logs in here reads it. What was written in
 * another round is put aside: it is not shown as this round's and not sent with it.
 */
export const deviceStore = (user: number, task: number, round: number) => {
  const key = `${user}:${task}`
  // A page that is being closed has no time for the database: the last letters go to the one store that does not wait.
  const lastKey = `desk:${key}`
  const lastLetters = () => keptOnDevice<OfRound>(lastKey)
  /** Of what is there, the newest first, what this round reads. */
  const read = (there: readonly (OfRound | null)[]): Stored | null => {
    const all = there.filter((one) => one !== null)
    const isOwn = (one: OfRound) => (one.round ?? round) === round
    const [newest] = all
    if (!newest) return null
    const fresh = { ...newest, work: emptyWork, base: null, sent: true, tab: '', kept: [], attempt: null }
    return all.filter((one) => !isOwn(one)).reduceRight(beside, all.find(isOwn) ?? fresh)
  }
  const changed = (change: (before: Stored | null) => Stored | null, before: OfRound | null): OfRound | null => {
    // A page that is still open on an earlier round takes nothing from the one of now.
    const isEarlier = (before?.round ?? round) > round
    const next = change(isEarlier ? null : read([before]))
    const written = next && { ...next, round }
    return before && isEarlier ? (written ? beside(before, written) : before) : written
  }
  return {
    read: async (): Promise<Stored | null> => {
      const last = lastLetters()
      // Where there is no database at all, asking for it fails at once.
      const asked = Promise.resolve().then(() => get<OfRound>(key, drafts()))
      const stored = (await asked.catch(() => null)) ?? null
      return read(last && last.at >= (stored?.at ?? 0) ? [last, stored] : [stored, last])
    },
    /** Before the page is gone: at once, without waiting. */
    writeNow: (stored: Stored): void => void keepOnDevice(lastKey, { ...stored, round }),
    update: async (change: (before: Stored | null) => Stored | null): Promise<void> => {
      let next = null as Stored | null
      try {
        await update<Stored | null>(key, (before) => (next = changed(change, before ?? null)), drafts())
        if (next === null) await del(key, drafts())
      } catch {
        // The database is full or blocked; where the other store has no room either, this fails.
        if (!keepOnDevice(lastKey, changed(change, lastLetters()))) throw new Error('this device keeps nothing')
        return
      }
      if ((lastLetters()?.at ?? Infinity) <= (next?.at ?? Infinity)) keepOnDevice(lastKey, null)
    },
  }
}
