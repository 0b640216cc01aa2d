import { createStore, del, get, update } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { keep } from './draft-opening.ts'
import type { Stored } from './draft-opening.ts'
import { emptyWork } from './work.ts'

const longestMs = 5000
let store: UseStore | null = null
let isSilent = false

/**
 * The database of this device. One that never answers, which browsers have had, counts as blocked from then on: nobody
 * can write before the text of this device is read.
 */
const drafts = (): UseStore => (mode, work) =>
  new Promise((resolve, refuse) => {
    const silent = new Error('no answer')
    if (isSilent) throw silent
    store ??= createStore('tongchuang-desk', 'drafts')
    // Before the clock starts: where there is no database, accessing it throws at once.
    const asked = store(mode, work)
    const timer = setTimeout(() => {
      isSilent = true
      refuse(silent)
    }, longestMs)
    void asked.then(resolve, refuse).finally(() => clearTimeout(timer))
  })

/** A stored work with the round it was written in, which pages of an earlier release did not store. */
type OfRound = Stored & { round?: number }

/** Adds the text of another round to the texts kept aside in this round's record. */
const beside = (own: OfRound, { round, work, at, kept }: OfRound): OfRound => ({
  ...own,
  kept: [{ id: `round-${round}`, work, at, device: 'here', why: 'replaced' as const }, ...kept].reduceRight(
    keep,
    own.kept.filter(({ id }) => id !== `round-${round}`),
  ),
})

/**
 * Stores one person's work on one task on this device; nobody else who logs in here reads it. Text written in another
 * round is kept aside: it is neither shown nor sent as part of this round.
 */
export const deviceStore = (user: number, task: number, round: number) => {
  const key = `${user}:${task}`
  // A page that is being closed has no time for the database: the last letters go to the one store that does not wait.
  const lastKey = `desk:${key}`
  const lastLetters = () => keptOnDevice<OfRound>(lastKey)
  /** From the stored records, newest first, returns the one for this round. */
  const read = (there: readonly (OfRound | null)[]): Stored | null => {
    const all = there.filter((one) => one !== null)
    const isOwn = (one: OfRound) => (one.round ?? round) === round
    const [newest] = all
    if (!newest) return null
    const fresh = { ...newest, work: emptyWork, base: null, sent: true, tab: '', kept: [], attempt: null }
    return all.filter((one) => !isOwn(one)).reduceRight(beside, all.find(isOwn) ?? fresh)
  }
  const changed = (change: (before: Stored | null) => Stored | null, before: OfRound | null): OfRound | null => {
    // A page still open on an earlier round takes nothing from the current one.
    const isEarlier = (before?.round ?? round) > round
    const next = change(isEarlier ? null : read([before]))
    const written = next && { ...next, round }
    return before && isEarlier ? (written ? beside(before, written) : before) : written
  }
  return {
    read: async (): Promise<Stored | null> => {
      const last = lastLetters()
      // Where there is no database, accessing it throws at once.
      const asked = Promise.resolve().then(() => get<OfRound>(key, drafts()))
      const stored = (await asked.catch(() => null)) ?? null
      return read(last && last.at >= (stored?.at ?? 0) ? [last, stored] : [stored, last])
    },
    /** Writes synchronously, before the page is gone. */
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
