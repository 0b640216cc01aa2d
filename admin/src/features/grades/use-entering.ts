import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { ownSession, type OwnSession } from '@tongchuang/ui/own-session.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { gradesKey } from '../../queries/keys.ts'
import { renewStandings } from '../../queries/standings.ts'
import { isOfOldScale } from '../../queries/review.ts'
import { keyOf, type Entry, type CellKey, type Theirs, type Typed } from './entries.ts'
import { keepEntry, keptEntries } from './kept-entries.ts'
import { withEntered } from './with-entered.ts'

/**
 * The refusals that sending again would meet again: they are shown in the cell. A browser gets the calls without their
 * refusals, so a test keeps this list complete.
 */
export const finalRefusals: ReadonlySet<string> = new Set([
  'SCORE',
  'SCALE',
  'STATE',
  'ARCHIVED',
  'NOT_FOUND',
  'OWN_WORK',
  'ROLE',
  'INVALID',
  'DONE_ELSEWHERE',
])
const gridKey = [...gradesKey, 'grid']
const shownMs = 3_000
const againMs = 5_000

/**
 * What applies to a cell when typing begins: its version, the full marks of its column, whose it is, and whether its
 * result is released.
 */
type Typing = { version: number; max?: number | undefined; name?: string; isReleased: boolean }

const inputOf = ({ task_id, user_id, base_version, typed, max_score, reason }: Entry) => ({
  task_id,
  user_id,
  base_version,
  score: typed.score,
  ...(max_score !== undefined && { max_score }),
  ...(typed.word === 'missing' || typed.word === 'excused' ? { word: typed.word } : {}),
  ...(reason !== undefined && { reason }),
})

const entryOf = (place: CellKey, typed: Typed, { version, max, name }: Omit<Typing, 'isReleased'>): Entry => ({
  ...{ ...place, typed, base_version: version, state: 'failed', at: Date.now() },
  ...(max !== undefined && { max_score: max }),
  ...(name !== undefined && { name }),
})

/** The entry after its save failed. */
const afterFailure = (sent: Entry, error: unknown): Entry => {
  const entry: Entry = { ...sent, hasFailed: true }
  if (!(error instanceof CallFailed)) return { ...entry, state: 'failed' }
  if (error.reason === 'CONFLICT') return { ...entry, state: 'conflict', theirs: error.data.theirs as Theirs }
  if (error.reason === 'RELEASED') return { ...entry, state: 'reason' }
  return finalRefusals.has(error.reason)
    ? { ...entry, state: 'failed', refusal: error.message }
    : { ...entry, state: 'failed' }
}

const isUnsaved = ({ state }: Entry): boolean => state === 'failed' || state === 'conflict'

/**
 * Sends the entries stored on the device at first, then retries failed ones every few seconds and when the network is
 * back.
 */
const useSendingAgain = (takeUp: () => void, send: () => void) => {
  const again = useEffectEvent(send)
  const begin = useEffectEvent(takeUp)
  useEffect(() => {
    begin()
    again()
    const timer = setInterval(() => again(), againMs)
    const online = () => again()
    window.addEventListener('online', online)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', online)
    }
  }, [])
}

/** Warns users who leave the grid about unsaved entries, because only the grid sends them again. */
const useLeaving = (entries: { readonly current: ReadonlyMap<string, Entry> }, own: OwnSession) => {
  const { entering } = useTexts().grades
  const isLeft = useRef(false)
  const say = (many = [...entries.current.values()].filter(isUnsaved).length) => {
    if (many > 0 && !own.isOver()) showToast(entering.left(many), 'warning')
  }
  const leave = useRef(say)
  useLayoutEffect(() => {
    leave.current = say
  })
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      leave.current()
    }
  }, [])
  /**
   * Hears of an entry that has failed: where nobody sees its cell any more, too. Nobody is asked for a reason there, so
   * that it stays on the device until it is sent again.
   */
  return (entry: Entry): Entry => {
    if (!isLeft.current) return entry
    const left: Entry = entry.state === 'reason' ? { ...entry, state: 'failed' } : entry
    if (isUnsaved(left)) leave.current(1)
    return left
  }
}

/**
 * The results typed into a grid. Each cell is saved separately; an unsaved value stays in its cell and on the device,
 * and is sent again once the server can be reached.
 */
export const useEntering = (grid: number | 'all') => {
  const client = useQueryClient()
  const [own] = useState(() => ownSession(adminSession))
  const storageKey = `kept:${useMe().id}:entered:${grid}`
  const [shown, show] = useState<ReadonlyMap<string, Entry>>(new Map())
  // A ref, so that late answers see what was typed meanwhile.
  const entries = useRef(shown)
  const heard = useLeaving(entries, own)
  const isStale = useRef(false)
  const isAway = useRef(false)

  const refresh = () => {
    if (!isStale.current) return
    isStale.current = false
    void renewStandings(client)
  }

  const change = (key: string, entry: Entry | null) => {
    const next = new Map(entries.current)
    if (entry) next.set(key, entry)
    else next.delete(key)
    entries.current = next
    keepEntry(storageKey, key, entry)
    show(next)
  }

  const sendOne = async (sent: Entry): Promise<void> => {
    const key = keyOf(sent)
    const { task_id, typed } = sent
    try {
      const saved = await own.send(enteredResultsAdmin.set, inputOf(sent))
      // A grid request sent before this save would return without the new value.
      await client.cancelQueries({ queryKey: gridKey })
      client.setQueriesData({ queryKey: gridKey }, withEntered(task_id, saved))
      isStale.current = true
      if (isAway.current) refresh()
      const now = entries.current.get(key)
      // Something else was typed into the same cell meanwhile.
      if (now && now.typed !== typed) return await put({ ...now, base_version: saved.version })
      const done: Entry = { ...sent, state: 'saved', base_version: saved.version }
      change(key, done)
      setTimeout(() => entries.current.get(key) === done && change(key, null), shownMs)
    } catch (error) {
      change(key, heard(afterFailure(entries.current.get(key) ?? sent, error)))
      // Reload the current full marks of the column, for which the value must be typed again.
      if (isOfOldScale(error)) void client.invalidateQueries({ queryKey: gridKey })
    }
  }

  const put = async (entry: Entry): Promise<void> => {
    const isUnderWay = entries.current.get(keyOf(entry))?.state === 'saving' && entry.state !== 'saving'
    const { theirs: _, refusal: __, ...plain } = entry
    const next: Entry = { ...plain, state: 'saving' }
    change(keyOf(entry), next)
    if (!isUnderWay) await sendOne(next)
  }

  /** Saves the typed value of a cell; for a released result, a reason is requested first. */
  const type = (place: CellKey, typed: Typed, { isReleased, ...typing }: Typing) => {
    const entry = entryOf(place, typed, typing)
    if (isReleased) return change(keyOf(place), heard({ ...entry, state: 'reason' }))
    return put(entry)
  }

  useSendingAgain(
    () => {
      for (const entry of keptEntries(storageKey)) change(keyOf(entry), { ...entry, state: 'failed' })
    },
    () => {
      for (const entry of entries.current.values())
        if (entry.state === 'failed' && entry.refusal === undefined) void put(entry)
    },
  )

  return {
    entries: shown,
    type,
    put: (entry: Entry) => void put(entry),
    forget: (entry: Entry) => change(keyOf(entry), null),
    /** Counts and averages are read again once the user has left the grid. */
    leave: () => {
      isAway.current = true
      refresh()
    },
    /** The user is in the grid, so it is not reloaded during typing. */
    enter: () => {
      isAway.current = false
    },
  }
}

export type Entering = ReturnType<typeof useEntering>
