import { newKey } from '@tongchuang/ui/new-key.ts'
import { currentTexts } from '../../locales/texts.ts'
import { sendFile } from './tus-upload.ts'
import type { Carrier, QueueParts } from './upload-parts.ts'
import { createWindowLocks } from './window-locks.ts'
import type { Locks } from './window-locks.ts'

// The other windows hear of the file before they could take the upload for one that is left to them.
const untilHeard = 2000
// Other windows answer within a few milliseconds unless they are busy.
const untilAnswered = 400

type Turn = {
  send: typeof sendFile
  look: QueueParts['store']['look']
  /** Undefined in a browser whose windows cannot tell each other anything: each sends by itself. */
  locks: Locks | undefined
  later: (run: () => void, ms: number) => void
}

/**
 * Sends a file unless another window is sending it: two windows of one work restore the same uploads. What the device
 * has of it decides, because the other window may have got further, finished it, paused it or taken it away.
 */
export const createTurns =
  ({ send, look, locks, later }: Turn, own: Parameters<typeof sendFile>[2]): Carrier['start'] =>
  (file, url, hear, id) => {
    let stopped = false
    let stop: (() => void) | null = null
    let release = (): void => undefined
    const over = new Promise<void>((resolve) => (release = resolve))
    const begin = async (lock: unknown): Promise<void> => {
      const there = lock ? await look(id) : undefined
      if (stopped) return
      if (!lock) hear.ended({ kind: 'broken', text: currentTexts()?.submissions.elsewhere })
      else if (there === null) hear.ended({ kind: 'gone' })
      else if (there?.paused) hear.ended({ kind: 'paused' })
      else {
        const ended: typeof hear.ended = (end) => {
          if (end.kind === 'done') later(release, untilHeard)
          else release()
          hear.ended(end)
        }
        stop = send(file, there?.url ?? url, own, { ...hear, ended })
        await over
      }
    }
    const beginning = locks ? locks.request(`upload:${id}`, { ifAvailable: true }, begin) : begin(true)
    beginning.catch(() => stopped || hear.ended({ kind: 'broken' }))
    return {
      stop: () => {
        stopped = true
        stop?.()
        release()
      },
    }
  }

// Locks of the browser itself exist only on https and on localhost.
const ownLocks = (): Locks | undefined =>
  typeof BroadcastChannel === 'undefined'
    ? undefined
    : createWindowLocks(
        new BroadcastChannel('locks'),
        newKey(),
        () => new Promise((resolve) => void setTimeout(resolve, untilAnswered)),
      )
let locks: Locks | undefined

/** The same with what a browser has. */
export const sendInTurn = (own: Parameters<typeof sendFile>[2], look: Turn['look']): Carrier['start'] =>
  createTurns({ send: sendFile, look, locks: (locks ??= navigator.locks ?? ownLocks()), later: setTimeout }, own)
