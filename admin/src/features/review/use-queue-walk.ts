import type { QueueRow, ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { preloadFirst } from '@tongchuang/ui/preload-file.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { gradesKey, homeKey, reviewKey } from '../../queries/keys.ts'
import { workQuery } from '../../queries/review.ts'
import { restKeys } from './keys-at-rest.ts'
import { useOpenWork, type Lock } from './use-open-work.ts'
import type { useQueueFilter } from './use-queue-filter.ts'

type Filter = ReturnType<typeof useQueueFilter>

/** The rows of the queue, and when they were read. */
type Read = { rows: readonly QueueRow[]; readAt: number }

/** Reads the queue again once the open work shows that a colleague has decided it, or has it open, since then. */
const useOvertaken = (row: QueueRow | undefined, { work, lock }: ReturnType<typeof useOpenWork>) => {
  const client = useQueryClient()
  const isDecided = (status: ReviewWork['status']) => status === 'reviewed' || status === 'released'
  const isOld =
    row !== undefined &&
    ((work?.submit_id === row.submit_id && isDecided(work.status) && !isDecided(row.status)) ||
      (lock.of === row.submit_id && lock.state === 'other' && row.reviewer === null))
  useEffect(() => {
    if (!isOld) return
    for (const old of ['queue', 'summary']) void client.invalidateQueries({ queryKey: [...reviewKey, old] })
  }, [isOld, row?.submit_id, client])
}

/**
 * Goes on once from a work to which the page has led, if a colleague has it open or has decided it: whoever chose a
 * work stays with it. `onward` answers where it led to, if anywhere.
 */
const useLed = ({ lock }: ReturnType<typeof useOpenWork>, onward: (from: number) => number | undefined) => {
  const led = useRef<number>(undefined)
  const tried = useRef(new Set<number>())
  const goOn = useEffectEvent((from: number, state: Lock['state']) => {
    if (led.current !== from) return
    // Who has had it open may have written something: they stay, whoever takes it from them.
    if (state === 'mine') led.current = undefined
    if (state !== 'other' || tried.current.has(from)) return
    tried.current.add(from)
    led.current = onward(from)
  })
  useEffect(() => goOn(lock.of, lock.state), [lock.of, lock.state])
  return (to: number | undefined) => {
    tried.current.clear()
    led.current = to
  }
}

/** The open work of the queue: the previous and the next one, and moving on once it is decided. */
export const useQueueWalk = ({ rows, readAt }: Read, { current, change }: Pick<Filter, 'current' | 'change'>) => {
  const { review } = useTexts()
  const client = useQueryClient()
  const at = rows.findIndex(({ submit_id }) => submit_id === current)
  // Until the queue is read again, it still contains the work just decided, which must not be opened and locked again.
  const [decidedAt, setDecidedAt] = useState<ReadonlyMap<number, number>>(new Map())
  const isThere = ({ submit_id }: QueueRow) => (decidedAt.get(submit_id) ?? 0) <= readAt
  const id = current ?? rows.find(isThere)?.submit_id
  const opened = useOpenWork(id)
  const show = (submit_id: number) => change({ work: String(submit_id) })
  const free = (row: QueueRow) => row.reviewer === null
  const waits = (row: QueueRow) => free(row) && isThere(row)
  const from = at < 0 ? 0 : at
  const here = rows.findIndex(({ submit_id }) => submit_id === id)
  useOvertaken(rows[here], opened)
  // A work that has left the queue is followed by the first one that waits.
  const [before, after] = [rows.slice(0, Math.max(here, 0)).findLast(free), rows.slice(here + 1).find(free)]

  // Prefetch the next work, so that it shows at once after saving.
  const ahead = after?.submit_id
  useEffect(() => {
    if (ahead === undefined) return
    let isGone = false
    const read = async () => {
      await client.prefetchQuery(workQuery(ahead))
      if (!isGone) preloadFirst(client.getQueryData<ReviewWork>(workQuery(ahead).queryKey)?.files ?? [])
    }
    void read()
    return () => {
      isGone = true
    }
  }, [ahead, client])

  const nextOf = (leaving: number) => {
    const others = rows.filter((row) => row.submit_id !== leaving && waits(row))
    return others.find((row) => rows.indexOf(row) > from)?.submit_id ?? others[0]?.submit_id
  }
  const exclude = (submit_id: number) => setDecidedAt((before) => new Map(before).set(submit_id, Date.now()))
  const lead = useLed(opened, (taken) => {
    const next = nextOf(taken)
    exclude(taken)
    if (next !== undefined) show(next)
    return next
  })
  const choose = (submit_id: number) => {
    lead(undefined)
    show(submit_id)
  }
  const step = (by: 1 | -1) => {
    const next = by > 0 ? after : before
    if (next) choose(next.submit_id)
  }
  const toNext = (decidedNow: number) => {
    const next = nextOf(decidedNow)
    lead(next)
    const taken = rows.filter((row) => row.submit_id !== decidedNow && !free(row) && isThere(row)).length
    if (next === undefined) showToast(taken > 0 ? review.restTaken(taken) : review.allDone, 'success')
    change({ work: next === undefined ? null : String(next) })
  }
  const note = (work: ReviewWork, isPressing: boolean) => {
    opened.noteDecided(work.submit_id)
    exclude(work.submit_id)
    client.removeQueries({ queryKey: workQuery(work.submit_id).queryKey })
    // Move on only from the decided work: its answer may arrive when another work is open.
    if (work.submit_id === id) {
      if (isPressing) restKeys()
      toNext(work.submit_id)
    }
    for (const changed of ['queue', 'summary', 'release', 'set'])
      void client.invalidateQueries({ queryKey: [...reviewKey, changed] })
    // Updates the number in the menu, and the cell of the work.
    for (const queryKey of [homeKey, gradesKey]) void client.invalidateQueries({ queryKey })
  }
  // A caller that has left the work still calls this; the ref makes it use the state of the page as it is now.
  const latest = useRef(note)
  useLayoutEffect(() => {
    latest.current = note
  })
  const decided = useCallback((work: ReviewWork, isPressing = false) => latest.current(work, isPressing), [])

  return { id, at: current === undefined || at >= 0 ? from : -1, before, after, choose, step, opened, decided }
}
