import type { AreaMark } from '@tongchuang/contract/area-marks.ts'
import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { joined, keyOf, type AreaPage, type AreaPages } from './area-pages.ts'

const PAUSE_MS = 700
const AGAIN_MS = 5_000

export type PageSaving = 'saved' | 'dirty' | 'failed'

/** The pages of an earlier visit that are stored only on this device. */
export const keptPages = (storageKey: string): AreaPages => keptOnDevice<AreaPages>(storageKey) ?? {}

const areasThere = (error: unknown): readonly AreaMark[] | null =>
  error instanceof CallFailed && error.reason === 'CONFLICT'
    ? ((error.data as { areas?: AreaMark[] } | null)?.areas ?? null)
    : null

type Given = {
  submit_id: number
  storageKey: string
  /** A page as the server now has it, or as it will be resent. */
  onPage: (page: AreaPage) => void
  onState: (state: PageSaving) => void
}

/** Saves the changed pages one after another; each is stored on the device until the server has it. */
export const createPageSaver = ({ submit_id, storageKey, onPage, onState }: Given) => {
  const own = ownSession(adminSession)
  const unsaved = new Map<string, AreaPage>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null

  const keep = () => keepOnDevice(storageKey, unsaved.size === 0 ? null : Object.fromEntries(unsaved))

  const sendPage = async (sent: AreaPage): Promise<void> => {
    const key = keyOf(sent)
    const { file_id, page, seen, marks } = sent
    try {
      const { areas } = await own.send(reviewAreasAdmin.savePage, {
        submit_id,
        file_id,
        page,
        seen,
        marks: [...marks],
      })
      const now = unsaved.get(key) ?? sent
      const known = { ...now, seen: Math.max(0, ...areas.map(({ id }) => id)) }
      if (now === sent) unsaved.delete(key)
      else unsaved.set(key, known)
      onPage(known)
    } catch (error) {
      const there = areasThere(error)
      if (!there) throw error
      const both = joined(unsaved.get(key) ?? sent, there)
      unsaved.set(key, both)
      onPage(both)
    }
  }

  const saveAll = async (): Promise<boolean> => {
    try {
      for (let [page] = unsaved.values(); page; [page] = unsaved.values()) await sendPage(page)
      onState('saved')
      return true
    } catch (error) {
      onState('failed')
      if (own.triesAgain(error)) timer = setTimeout(() => void flush(), AGAIN_MS)
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
    flush,
    put: (page: AreaPage) => {
      unsaved.set(keyOf(page), page)
      keep()
      onState('dirty')
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), PAUSE_MS)
    },
    /** Saves what is left when the work is closed. */
    leave: () => {
      clearTimeout(timer)
      if (unsaved.size > 0) void flush()
    },
  }
}
