import type { FileCard } from '@tongchuang/contract/files.ts'
import { newKey } from '@tongchuang/ui/new-key.ts'
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { beforeSessionEnds } from '@tongchuang/ui/session-end.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import type { DraftSync } from './draft-sync.ts'
import { uploadCarrier } from './upload-carrier.ts'
import { createUploadQueue } from './upload-queue.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { Written } from './use-draft.ts'
import { uploadStore } from './upload-store.ts'

type Arrived = (card: FileCard, upload: string) => void
export type DraftUploads = { queue: UploadQueue; whenArrived: (hear: Arrived) => () => void }

const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const known = new WeakMap<DraftSync, DraftUploads>()

const begin = (sync: DraftSync, written: Written): DraftUploads => {
  const hearing = new Set<Arrived>()
  const store = uploadStore(written)
  const queue = createUploadQueue({
    carrier: uploadCarrier(ownSession(studentSession), store.look),
    store,
    taken: () => sync.view().work.files,
    done: (card, upload, files) => {
      sync.change({ files })
      for (const hear of hearing) hear(card, upload)
    },
    newId: newKey,
    later,
  })
  beforeSessionEnds(queue.rest)
  // Whichever page is open, closing the window would interrupt the uploads.
  addEventListener('beforeunload', (event) => {
    if (queue.moving() > 0) event.preventDefault()
  })
  return {
    queue,
    whenArrived: (hear) => {
      hearing.add(hear)
      return () => void hearing.delete(hear)
    },
  }
}

/** The uploads of a draft: they live as long as it does, so that a look at another page interrupts none. */
export const uploadsOf = (sync: DraftSync, written: Written): DraftUploads => {
  const there = known.get(sync)
  if (there) return there
  const made = begin(sync, written)
  known.set(sync, made)
  return made
}
