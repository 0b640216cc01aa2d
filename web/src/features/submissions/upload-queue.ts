import { fileEndings, type FileCard, type FileLimits } from '@tongchuang/contract/files.ts'
import { putInOrder } from './file-order.ts'
import { createUploadList, isOnTheWay } from './upload-list.ts'
import type { UploadList } from './upload-list.ts'
import type { QueueParts, Upload, UploadProblem } from './upload-parts.ts'
import { createUploadRunner } from './upload-runner.ts'

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

const problemOf = ({ name, size }: File, { file_mb }: FileLimits): UploadProblem | null => {
  if (!(fileEndings as readonly string[]).includes(endingOf(name))) return { rule: 'type' }
  if (size > file_mb * 2 ** 20) return { rule: 'size' }
  return size === 0 ? { rule: 'empty' } : null
}

const isSameFile = ({ name, size, modified }: Upload, file: File): boolean =>
  name === file.name && size === file.size && modified === file.lastModified

/** Adds a chosen file to the list; returns its id if it is accepted. */
const addOne = (list: UploadList, { taken, newId }: QueueParts, file: File, limits: FileLimits): string | null => {
  const known = list.all().find((upload) => upload.state === 'choose' && isSameFile(upload, file))
  const id = known?.id ?? newId()
  const there = [...taken(), ...list.all().filter(isOnTheWay)]
  // Files that have arrived are identified by name and size alone.
  const isThere = !known && there.some(({ name, size }) => name === file.name && size === file.size)
  const isFull = !known && there.length >= limits.max_files
  const problem: UploadProblem | null = isThere
    ? { rule: 'twice' }
    : isFull
      ? { rule: 'count' }
      : problemOf(file, limits)
  const { name, size, lastModified: modified } = file
  const fresh = { id, name, size, modified, chosen: list.nextPlace(), url: null, sent: 0 }
  list.put({ ...(known ?? fresh), state: problem ? 'refused' : 'waiting', problem }, problem ? null : file)
  if (problem) return null
  list.remember(id)
  return id
}

/**
 * Uploads files a few at a time; data that has arrived is never sent twice, even after a pause, a lost connection or a
 * reload.
 */
export const createUploadQueue = (parts: QueueParts) => {
  const list = createUploadList(parts.store)
  /** Of each file that arrived here: its place in the order of choosing. */
  const places = new Map<number, number>()
  const done = (card: FileCard, { id, chosen }: Upload): void => {
    places.set(card.id, chosen)
    // A card that the other window has told of says more than the one of a file that was complete before.
    const told = parts.taken().find((one) => one.id === card.id) ?? card
    parts.done(told, id, putInOrder(parts.taken(), told, places))
  }
  const runner = createUploadRunner(list, { ...parts, done })
  const { again, next, wake } = runner
  let opening: Promise<void> | null = null
  const moving = new Set<Upload['state']>(['running', 'waiting', 'broken'])

  return {
    list: list.all,
    subscribe: list.subscribe,
    /** The number of uploads neither finished nor refused. */
    pending: () => list.all().filter(isOnTheWay).length,
    /**
     * The number of uploads that continue by themselves: not those paused by the person or stopped by the end of the
     * session.
     */
    moving: () => (runner.isResting() ? 0 : list.all().filter(({ state }) => moving.has(state)).length),
    /** Whether an upload continues by itself. */
    isMoving: (id: string): boolean => moving.has(list.find(id)?.state ?? 'refused'),

    /** Restores uploads interrupted by a reload, a crash or a log-out. */
    open: async (): Promise<void> => {
      // Loaded only once: afterwards the device has nothing that is missing here, and may still list files that have
      // just arrived.
      wake()
      await (opening ??= list.open())
      next()
    },
    /**
     * Adds files the person has chosen, dropped or pasted; one begun before resumes where it stopped. Returns the ids
     * of the accepted files. `limits` are those of the school.
     */
    add: (chosen: readonly File[], limits: FileLimits): string[] => {
      wake()
      const ids = chosen.map((file) => addOne(list, parts, file, limits)).filter((id) => id !== null)
      next()
      return ids
    },
    pause: (id: string): void => {
      runner.stop(id)
      list.set(id, { state: 'paused', problem: null })
      list.remember(id)
      next()
    },
    resume: (id: string): void => {
      wake()
      again(id, list.find(id)?.state === 'paused' ? 'paused' : 'broken')
    },
    /**
     * Resumes uploads because the work is to be handed in or the network is back. `broken`: except those the person has
     * paused.
     */
    resumeAll: (which: 'all' | 'broken'): void => {
      wake()
      for (const { id } of list.all()) {
        again(id, 'broken')
        if (which === 'all') again(id, 'paused')
      }
    },
    cancel: (id: string): void => {
      const url = list.find(id)?.url
      runner.stop(id)
      runner.remove(id)
      if (url) parts.carrier.abandon(url)
      next()
    },
    /** Stops sending because the session is over; it continues when the editor is opened again. */
    rest: runner.rest,
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
