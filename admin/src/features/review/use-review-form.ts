import { CallFailed } from '@tongchuang/contract/sender.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import type { ReviewDraft, ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { beforeSessionEnds } from '@tongchuang/ui/session-end.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { formOf, sent, type Form } from './form.ts'

export type Saving = { state: 'clean' | 'dirty' | 'saving' | 'saved' | 'failed'; at: string | null }

const PAUSE_MS = 700
const AGAIN_MS = 5_000

const storageKeyOf = (user_id: number, submit_id: number): string => `review-draft:${user_id}:${submit_id}`

const kept = (storageKey: string): Form | null => {
  try {
    const form = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Form | null
    // What was kept before questions had points knows none.
    return form && { ...form, points: form.points ?? {} }
  } catch {
    return null
  }
}

const sendDraft = (work: ReviewWork, form: Form, base_version: number) =>
  sendQuietly(reviewToolsAdmin.saveDraft, { ...sent(work, form), version: form.version, base_version })

/** The draft another page saved meanwhile, as the refusal brings it; null for any other failure. */
const draftOfConflict = (error: unknown): ReviewDraft | null =>
  error instanceof CallFailed && error.reason === 'CONFLICT'
    ? ((error.data as { draft?: ReviewDraft } | null)?.draft ?? null)
    : null

/** Saves what only this device has: what an earlier visit left, and what is left when the page is hidden or goes. */
const useSaveOnLeaving = (
  storageKey: string,
  isOpen: boolean,
  { save, saveSoon, stop }: { save: () => Promise<void>; saveSoon: () => void; stop: () => void },
) => {
  useEffect(() => {
    if (kept(storageKey) && isOpen) saveSoon()
    const hidden = () => document.visibilityState === 'hidden' && kept(storageKey) && void save()
    const ending = beforeSessionEnds(save)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      ending()
      document.removeEventListener('visibilitychange', hidden)
      stop()
      if (kept(storageKey)) void save()
    }
  }, [storageKey, save, saveSoon, stop, isOpen])
}

/**
 * What a reviewer fills in about one work. Each change is on the device at once and on the server within a second: a
 * reload, an ended session, a lost network or a second tab loses nothing. Mount it anew for each work.
 */
export const useReviewForm = (work: ReviewWork, user_id: number, isOpen: boolean) => {
  const storageKey = storageKeyOf(user_id, work.submit_id)
  const [form, setForm] = useState<Form>(() => kept(storageKey) ?? formOf(work))
  const [saving, setSaving] = useState<Saving>({
    state: kept(storageKey) ? 'dirty' : 'clean',
    at: work.draft?.saved_at ?? null,
  })
  const [theirs, setTheirs] = useState<ReviewDraft | null>(null)
  const base = useRef(work.draft?.draft_version ?? 0)
  const latest = useRef(form)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void> | null>(null)
  const isDone = useRef(false)
  const again = useRef<() => void>(() => {})

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    // One at a time: the next builds on the version this one makes.
    await running.current
    if (isDone.current) return
    const mine = latest.current
    const work_ = async () => {
      setSaving((before) => ({ ...before, state: 'saving' }))
      try {
        const { draft } = await sendDraft(work, mine, base.current)
        base.current = draft.draft_version
        if (latest.current === mine) localStorage.removeItem(storageKey)
        setSaving({ state: latest.current === mine ? 'saved' : 'dirty', at: draft.saved_at })
      } catch (error) {
        const there = draftOfConflict(error)
        setSaving((before) => ({ ...before, state: 'failed' }))
        if (there) setTheirs(there)
        else timer.current = setTimeout(() => again.current(), AGAIN_MS)
      }
    }
    running.current = work_().finally(() => {
      running.current = null
    })
    await running.current
  }, [work, storageKey])

  useEffect(() => {
    again.current = () => void save()
  }, [save])

  const stop = useCallback(() => clearTimeout(timer.current), [])
  const saveSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), PAUSE_MS)
  }, [save])

  const change = useCallback(
    (changes: Partial<Form>) => {
      const next = { ...latest.current, ...changes }
      latest.current = next
      localStorage.setItem(storageKey, JSON.stringify(next))
      setForm(next)
      setSaving((before) => ({ ...before, state: 'dirty' }))
      saveSoon()
    },
    [storageKey, saveSoon],
  )

  useSaveOnLeaving(storageKey, isOpen, { save, saveSoon, stop })

  return {
    form,
    saving,
    change,
    theirs,
    /** Settles two tabs: the words of the other page, or these. */
    settle: (choice: 'theirs' | 'mine') => {
      if (!theirs) return
      base.current = theirs.draft_version
      setTheirs(null)
      change(choice === 'theirs' ? formOf(work, theirs) : {})
    },
    /** The draft has become a result: nothing is saved any more. */
    done: () => {
      isDone.current = true
      stop()
      localStorage.removeItem(storageKey)
    },
    /** Waits for a save that is under way, so that it does not come after the result. */
    settled: async () => {
      stop()
      await running.current
    },
  }
}
