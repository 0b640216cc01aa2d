import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import type { Voice } from '@tongchuang/contract/voices.ts'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { adminSession } from '@tongchuang/ui/session.ts'

const PAUSE_MS = 700
const AGAIN_MS = 5_000

/** A recording as shown on this page; without a file card until the server has saved it. */
export type Said = Pick<Voice, 'peaks' | 'text' | 'seconds' | 'file'> & { file_id: number }
type Kept = { seen: number; list: readonly Said[] }

const saidOf = (voices: readonly Voice[]): Said[] =>
  // A recording whose file was deleted is left out of a draft.
  voices.flatMap(({ file, ...voice }) => (file ? [{ ...voice, file, file_id: file.id }] : []))
const lastOf = (voices: readonly Voice[]): number => Math.max(0, ...voices.map(({ id }) => id))

/** Merges the list of another tab with this one: no recording is lost, and the text typed here stays. */
export const joinedVoices = (mine: readonly Said[], there: readonly Said[]): Said[] => [
  ...there.map((one) => mine.find(({ file_id }) => file_id === one.file_id) ?? one),
  ...mine.filter(({ file_id }) => there.every((one) => one.file_id !== file_id)),
]

/** Text typed meanwhile stays, combined with the recordings saved on the server. */
const withTyped = (mine: readonly Said[], there: readonly Said[]): Said[] =>
  mine.map((one) => ({ ...(there.find(({ file_id }) => file_id === one.file_id) ?? one), text: one.text }))

const voicesThere = ({ data }: CallFailed): readonly Voice[] => (data as { voices?: Voice[] } | null)?.voices ?? []

const refusals = new Set(['FILE', 'FILE_TYPE', 'INVALID'])
/** Whether the server refuses a recording or its text, which it would do again. */
const isRefusal = (error: unknown): error is CallFailed => error instanceof CallFailed && refusals.has(error.reason)

type Given = {
  submit_id: number
  storageKey: string
  voices: readonly Voice[]
  onList: (list: readonly Said[]) => void
  onState: (state: 'saved' | 'dirty' | 'failed') => void
  /** Called when the server refuses what was added last. */
  onRefused: (error: CallFailed) => void
}

/** Saves the recordings and their texts as they change; both are stored on the device until the server has them. */
export const createVoiceSaver = ({ submit_id, storageKey, voices, onList, onState, onRefused }: Given) => {
  const own = ownSession(adminSession)
  const before = keptOnDevice<Kept>(storageKey)
  let [there, seen] = [saidOf(voices), lastOf(voices)]
  const take = (from: readonly Voice[]): void => void ([there, seen] = [saidOf(from), lastOf(from)])
  let list: readonly Said[] = before ? joinedVoices(before.list, before.seen === seen ? [] : there) : there
  let isDirty = before !== null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null

  const keep = () => keepOnDevice(storageKey, isDirty ? ({ seen, list } satisfies Kept) : null)
  const show = (next: readonly Said[]) => {
    list = next
    onList(next)
  }

  const sendList = async (sent: readonly Said[]): Promise<void> => {
    try {
      const answer = await own.send(reviewVoicesAdmin.save, {
        submit_id,
        seen,
        voices: sent.map(({ file_id, peaks, text }) => ({ file_id, peaks: [...peaks], text })),
      })
      take(answer.voices)
      isDirty = list !== sent
      show(isDirty ? withTyped(list, there) : there)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.reason === 'CONFLICT') {
        take(voicesThere(error))
        return show(joinedVoices(list, there))
      }
      if (!isRefusal(error)) throw error
      onRefused(error)
      const known = new Set(there.map(({ file_id }) => file_id))
      // Without a new recording the same list would be refused again.
      if (sent.every(({ file_id }) => known.has(file_id))) throw error
      show(list.filter(({ file_id }) => known.has(file_id)))
    }
  }

  const saveAll = async (): Promise<boolean> => {
    try {
      while (isDirty) await sendList(list)
      onState('saved')
      return true
    } catch (error) {
      onState('failed')
      if (own.triesAgain(error) && !isRefusal(error)) timer = setTimeout(() => void flush(), AGAIN_MS)
      return false
    } finally {
      keep()
    }
  }

  /** Saves until no change is left; returns false after a failure, which is retried. */
  const flush = (): Promise<boolean> => {
    clearTimeout(timer)
    running ??= saveAll().finally(() => {
      running = null
    })
    return running
  }

  return {
    first: list,
    wasLeft: isDirty,
    flush,
    list: () => list,
    put: (next: readonly Said[]) => {
      isDirty = true
      show(next)
      keep()
      onState('dirty')
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), PAUSE_MS)
    },
    /** Saves what is left when the work is closed. */
    leave: () => {
      clearTimeout(timer)
      if (isDirty) void flush()
    },
  }
}
