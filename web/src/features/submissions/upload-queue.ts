import type { FileCard } from '@tongchuang/contract/files.ts'

/** Why a file is not taken; the words are the page's. */
export type UploadProblem =
  | { rule: 'type' | 'size' | 'empty' | 'count' }
  | { rule: 'server'; text: string }
  | { rule: 'network' }
  | { rule: 'choose' }

/**
 * A file on its way. `paused`: by the person; `broken`: the line, goes on by itself; `choose`: begun before, and the browser
 * has no longer got the file; `refused`: not taken.
 */
export type Upload = {
  id: string
  name: string
  size: number
  modified: number
  state: 'waiting' | 'running' | 'paused' | 'broken' | 'choose' | 'refused'
  sent: number
  /** Where the server keeps what has arrived. */
  url: string | null
  problem: UploadProblem | null
}

/** What the device keeps of an upload: its place on the server and, where it could, the file itself. */
export type StoredUpload = Pick<Upload, 'id' | 'name' | 'size' | 'modified' | 'url' | 'sent'> & {
  file: File | null
  paused: boolean
}

export type UploadEnd =
  | { kind: 'done'; card: FileCard }
  | { kind: 'broken' }
  | { kind: 'refused'; text: string; restart: boolean }
  | { kind: 'session' }

export type Carrier = {
  start: (
    file: File,
    url: string | null,
    hear: { begun: (url: string) => void; progress: (sent: number) => void; ended: (end: UploadEnd) => void },
  ) => { stop: () => void }
  /** Tells the server that the rest will not come. */
  abandon: (url: string) => void
}

export type QueueParts = {
  carrier: Carrier
  store: {
    all: () => Promise<StoredUpload[]>
    put: (upload: StoredUpload) => Promise<void>
    remove: (id: string) => Promise<void>
  }
  limits: { endings: readonly string[]; maxBytes: number; maxFiles: number }
  /** Files that are part of the work already. */
  taken: () => number
  done: (card: FileCard, id: string) => void
  newId: () => string
  later: (run: () => void, ms: number) => () => void
}

const atOnce = 2
const backoff = [2000, 4000, 8000, 15_000, 30_000]
const isOnTheWay = ({ state }: Upload): boolean => state !== 'refused'

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Uploads files a few at a time; what has arrived is never sent twice, not after a pause, a broken line or a reload. */
export const createUploadQueue = (parts: QueueParts) => {
  let uploads: readonly Upload[] = []
  const files = new Map<string, File>()
  const running = new Map<string, { stop: () => void }>()
  const failures = new Map<string, number>()
  const listeners = new Set<() => void>()
  let opening: Promise<void> | null = null
  let resting = false

  const publish = (next: readonly Upload[]) => {
    uploads = next
    for (const listener of listeners) listener()
  }
  const find = (id: string) => uploads.find((upload) => upload.id === id)
  const set = (id: string, part: Partial<Upload>) =>
    publish(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  const remember = (id: string): void => {
    const upload = find(id)
    if (!upload) return
    const { name, size, modified, url, sent, state } = upload
    const record = { id, name, size, modified, url, sent, paused: state === 'paused' }
    // Without room for the file its place on the server is still worth keeping.
    void parts.store
      .put({ ...record, file: files.get(id) ?? null })
      .catch(() => parts.store.put({ ...record, file: null }).catch(() => undefined))
  }
  const forget = (id: string): void => {
    files.delete(id)
    failures.delete(id)
    publish(uploads.filter((upload) => upload.id !== id))
    void parts.store.remove(id).catch(() => undefined)
  }

  const problemOf = ({ name, size }: File): UploadProblem | null => {
    if (!parts.limits.endings.includes(endingOf(name))) return { rule: 'type' }
    if (size > parts.limits.maxBytes) return { rule: 'size' }
    return size === 0 ? { rule: 'empty' } : null
  }

  const next = (): void => {
    if (resting) return
    for (const upload of uploads) {
      if (running.size >= atOnce) return
      if (upload.state === 'waiting') begin(upload)
    }
  }

  const begin = ({ id, url }: Upload): void => {
    const file = files.get(id)
    if (!file) {
      set(id, { state: 'choose', problem: { rule: 'choose' } })
      return
    }
    set(id, { state: 'running', problem: null })
    running.set(
      id,
      parts.carrier.start(file, url, {
        begun: (place) => {
          set(id, { url: place })
          remember(id)
        },
        progress: (sent) => {
          failures.delete(id)
          if (find(id)?.state === 'running') set(id, { sent })
        },
        ended: (end) => finish(id, end),
      }),
    )
  }

  const finish = (id: string, end: UploadEnd): void => {
    running.delete(id)
    if (!find(id)) return
    if (end.kind === 'done') {
      forget(id)
      parts.done(end.card, id)
    } else if (end.kind === 'refused' && !end.restart) {
      void parts.store.remove(id).catch(() => undefined)
      set(id, { state: 'refused', problem: { rule: 'server', text: end.text } })
    } else if (end.kind === 'refused') {
      // What had arrived is gone on the server: from the beginning.
      set(id, { url: null, sent: 0, state: 'waiting' })
    } else {
      set(id, { state: 'broken', problem: { rule: 'network' } })
      const failed = (failures.get(id) ?? 0) + 1
      failures.set(id, failed)
      if (end.kind === 'broken')
        parts.later(() => again(id, 'broken'), backoff[Math.min(failed, backoff.length) - 1] ?? 30_000)
    }
    next()
  }

  const again = (id: string, from: Upload['state']): void => {
    if (find(id)?.state !== from) return
    set(id, { state: 'waiting', problem: null })
    next()
  }
  const stop = (id: string): void => {
    running.get(id)?.stop()
    running.delete(id)
  }

  const takeUp = async (): Promise<void> => {
    const stored = await parts.store.all().catch(() => [])
    for (const { file, paused, ...rest } of stored) {
      if (find(rest.id)) continue
      if (file) files.set(rest.id, file)
      publish([
        ...uploads,
        {
          ...rest,
          state: file ? (paused ? 'paused' : 'waiting') : 'choose',
          problem: file ? null : { rule: 'choose' },
        },
      ])
    }
  }

  return {
    list: () => uploads,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Uploads that are not finished and not refused. */
    pending: () => uploads.filter(isOnTheWay).length,
    /** Uploads that go on by themselves: what a person has paused, and what the session’s end has stopped, does not. */
    moving: () =>
      resting
        ? 0
        : uploads.filter(({ state }) => state === 'running' || state === 'waiting' || state === 'broken').length,

    /** Takes up what a reload, a crash or a log-out has interrupted. */
    open: async (): Promise<void> => {
      // Once: afterwards the device knows nothing that is not here, and may still name what has just arrived.
      resting = false
      await (opening ??= takeUp())
      next()
    },

    /** Files a person has chosen, dropped or pasted; one begun before goes on where it stopped. Answers those that are taken. */
    add: (chosen: readonly File[]): string[] => {
      resting = false
      const ids: string[] = []
      for (const file of chosen) {
        const known = uploads.find(
          ({ state, name, size, modified }) =>
            state === 'choose' && name === file.name && size === file.size && modified === file.lastModified,
        )
        const id = known?.id ?? parts.newId()
        const isFull = !known && parts.taken() + uploads.filter(isOnTheWay).length >= parts.limits.maxFiles
        const problem: UploadProblem | null = isFull ? { rule: 'count' } : problemOf(file)
        const fresh = { id, name: file.name, size: file.size, modified: file.lastModified, url: null, sent: 0 }
        const upload: Upload = { ...(known ?? fresh), state: problem ? 'refused' : 'waiting', problem }
        publish(known ? uploads.map((one) => (one.id === id ? upload : one)) : [...uploads, upload])
        if (problem) continue
        files.set(id, file)
        remember(id)
        ids.push(id)
      }
      next()
      return ids
    },

    pause: (id: string): void => {
      stop(id)
      set(id, { state: 'paused', problem: null })
      remember(id)
      next()
    },
    resume: (id: string): void => {
      resting = false
      if (find(id)?.state === 'paused') again(id, 'paused')
      else again(id, 'broken')
    },
    /** Everything goes on: the work is to be handed in, or the network is back. `broken`: not what a person has paused. */
    resumeAll: (which: 'all' | 'broken'): void => {
      resting = false
      for (const { id } of uploads) {
        again(id, 'broken')
        if (which === 'all') again(id, 'paused')
      }
    },
    cancel: (id: string): void => {
      const url = find(id)?.url
      stop(id)
      forget(id)
      if (url) parts.carrier.abandon(url)
      next()
    },
    /** The session is over: the sending stops, and goes on when the desk is opened again. */
    rest: (): void => {
      resting = true
      for (const id of [...running.keys()]) {
        stop(id)
        set(id, { state: 'waiting' })
        remember(id)
      }
    },
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
