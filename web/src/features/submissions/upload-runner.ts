import type { FileCard } from '@tongchuang/contract/files.ts'
import { retryDelay } from './retry-delay.ts'
import type { UploadList } from './upload-list.ts'
import type { QueueParts, Upload, UploadEnd } from './upload-parts.ts'

const atOnce = 2

/** Sends waiting uploads a few at a time; a failed connection is retried with growing delays. */
// oxlint-disable-next-line max-lines-per-function -- one closure, because each end of an upload begins the next one
export const createUploadRunner = (
  list: UploadList,
  { carrier, done, later }: Pick<QueueParts, 'carrier' | 'later'> & { done: (card: FileCard, upload: Upload) => void },
) => {
  const running = new Map<string, { stop: () => void }>()
  const failures = new Map<string, number>()
  let isResting = false

  const next = (): void => {
    if (isResting) return
    for (const upload of list.all()) {
      if (running.size >= atOnce) return
      if (upload.state === 'waiting') begin(upload)
    }
  }

  const begin = ({ id, url }: Upload): void => {
    const file = list.fileOf(id)
    if (!file) {
      list.set(id, { state: 'choose', problem: { rule: 'choose' } })
      return
    }
    list.set(id, { state: 'running', problem: null })
    const hear = {
      begun: (place: string) => {
        list.set(id, { url: place })
        list.remember(id)
      },
      progress: (sent: number) => {
        failures.delete(id)
        if (list.find(id)?.state === 'running') list.set(id, { sent })
      },
      ended: (end: UploadEnd) => finish(id, end),
    }
    running.set(id, carrier.start(file, url, hear, id))
  }

  const breakOff = (id: string, goesOnAlone: boolean, text?: string): void => {
    list.set(id, { state: 'broken', problem: { rule: 'network', text } })
    const failed = (failures.get(id) ?? 0) + 1
    failures.set(id, failed)
    if (goesOnAlone) later(() => again(id, 'broken'), retryDelay(failed))
  }
  const finish = (id: string, end: UploadEnd): void => {
    running.delete(id)
    const upload = list.find(id)
    if (!upload) return
    if (end.kind === 'done') {
      remove(id)
      done(end.card, upload)
    } else if (end.kind === 'gone') remove(id)
    else if (end.kind === 'paused') list.set(id, { state: 'paused', problem: null })
    else if (end.kind !== 'refused') {
      breakOff(id, end.kind === 'broken', end.kind === 'broken' ? end.text : undefined)
    } else if (end.restart) {
      // The server no longer has what had arrived, so the upload starts again.
      list.set(id, { url: null, sent: 0, state: 'waiting' })
    } else {
      list.forgetStored(id)
      list.set(id, { state: 'refused', problem: { rule: 'server', text: end.text } })
    }
    next()
  }

  const again = (id: string, from: Upload['state']): void => {
    if (list.find(id)?.state !== from) return
    list.set(id, { state: 'waiting', problem: null })
    // Another window reads there whether it is paused.
    if (from === 'paused') list.remember(id)
    next()
  }
  const stop = (id: string): void => {
    running.get(id)?.stop()
    running.delete(id)
  }
  const remove = (id: string): void => {
    failures.delete(id)
    list.remove(id)
  }

  return {
    next,
    stop,
    remove,
    /** Resumes an upload if it is in the given state. */
    again,
    isResting: () => isResting,
    wake: (): void => void (isResting = false),
    /** Stops all sending until it is woken. */
    rest: (): void => {
      isResting = true
      for (const id of [...running.keys()]) {
        stop(id)
        list.set(id, { state: 'waiting' })
        list.remember(id)
      }
    },
  }
}
