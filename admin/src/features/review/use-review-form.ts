import { CallFailed } from '@tongchuang/contract/sender.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import type { ReviewDraft, ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { ownSession, type OwnSession } from '@tongchuang/ui/own-session.ts'
import { beforeSessionEnds } from '@tongchuang/ui/session-end.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { changed, formNow, formOf, sent, type Form } from './form.ts'
import { useFollowing } from './use-following.ts'

/** `isFull`: a page has more marks than can be saved; it is not tried again before some are erased. */
export type Saving = { state: 'clean' | 'dirty' | 'saving' | 'saved' | 'failed'; at: string | null; isFull?: boolean }

const PAUSE_MS = 700
const AGAIN_MS = 5_000

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const storageKeyOf = (user_id: number, submit_id: number): string => `review-draft:${user_id}:${submit_id}`

/** The unsaved form, and what it is based on: a version of the draft (0 if there was none) and a result. */
type Kept = {
  form: Form
  base: number
  result: number | null
  /**
   * Forms sent recently whose answer is missing: if the server has one of them, it is not the draft of another page.
   */
  sending?: readonly Form[]
}

const kept = (storageKey: string, { max_score }: ReviewWork): Kept | null => {
  const stored = keptOnDevice<Kept | Form>(storageKey)
  if (!stored) return null
  // Copies without a base are treated as based on nothing.
  const { form, base, result, sending } = 'form' in stored ? stored : ({ form: stored, base: 0, result: null } as Kept)
  // Older copies lack question points, and lack full marks, for which the current ones are used.
  const { points = {}, scale = max_score, follows = false } = form as Partial<Form>
  return { form: { ...form, points, scale, follows }, base, result, sending }
}

/** The draft on the server; null if there is none. */
type Theirs = { draft: ReviewDraft | null }

const versionOf = (draft: ReviewDraft | null): number => draft?.draft_version ?? 0
const resultOf = ({ result }: ReviewWork): number | null => result?.id ?? null

const draftOf = (work: ReviewWork, form: Form) => ({ ...sent(work, form), version: form.version })

const sameDraft = (work: ReviewWork, one: Form, other: Form): boolean => same(draftOf(work, one), draftOf(work, other))

/** Whether a draft on the server was sent from here and only its answer was lost. */
const isOwn = (work: ReviewWork, sending: readonly Form[], draft: ReviewDraft | null): draft is ReviewDraft =>
  draft !== null && sending.some((form) => sameDraft(work, form, formOf(work, draft)))

/**
 * The unsaved form of an earlier visit, and a newer draft written elsewhere, which is never overwritten without asking.
 */
const leftOn = (storageKey: string, work: ReviewWork): { left: Kept | null; theirs: Theirs | null } => {
  const left = kept(storageKey, work)
  if (!left || sameDraft(work, left.form, formOf(work))) return { left: null, theirs: null }
  if (isOwn(work, left.sending ?? [], work.draft))
    return { left: { ...left, base: versionOf(work.draft) }, theirs: null }
  const isOld = left.base < versionOf(work.draft) || left.result !== resultOf(work)
  return { left, theirs: isOld ? { draft: work.draft } : null }
}

const sendDraft = ({ send }: OwnSession, work: ReviewWork, form: Form, base_version: number) =>
  send(reviewToolsAdmin.saveDraft, { ...draftOf(work, form), base_version })

/** The draft another page saved meanwhile, taken from the refusal; null for any other failure. */
const theirsOfConflict = (error: unknown): Theirs | null =>
  error instanceof CallFailed && error.reason === 'CONFLICT'
    ? { draft: (error.data as { draft?: ReviewDraft } | null)?.draft ?? null }
    : null

/** Saves the unsaved form of an earlier visit, and the current one when the page is hidden or closed. */
const useSaveOnLeaving = (
  isOpen: boolean,
  {
    isUnsaved,
    save,
    saveSoon,
    stop,
  }: { isUnsaved: () => boolean; save: () => Promise<void>; saveSoon: () => void; stop: () => void },
) => {
  useEffect(() => {
    if (isUnsaved() && isOpen) saveSoon()
    const hidden = () => document.visibilityState === 'hidden' && isUnsaved() && void save()
    const ending = beforeSessionEnds(async () => isUnsaved() && (await save()))
    document.addEventListener('visibilitychange', hidden)
    return () => {
      ending()
      document.removeEventListener('visibilitychange', hidden)
      stop()
      if (isUnsaved()) void save()
    }
  }, [isUnsaved, save, saveSoon, stop, isOpen])
}

/** The current form and what it is based on; each change is stored on the device at once. */
const useWords = (work: ReviewWork, user_id: number) => {
  const storageKey = storageKeyOf(user_id, work.submit_id)
  const [{ left, theirs: newer }] = useState(() => leftOn(storageKey, work))
  const [form, setForm] = useState<Form>(left?.form ?? formOf(work))
  const [theirs, setTheirs] = useState(newer)
  const latest = useRef({
    form,
    base: left?.base ?? versionOf(work.draft),
    result: left ? left.result : resultOf(work),
    sending: left?.sending ?? [],
    isUnsaved: left !== null,
    isAsked: newer !== null,
  })
  const note = useCallback(
    (next: Partial<typeof latest.current>) => {
      latest.current = { ...latest.current, ...next }
      const { form: words, base, result, sending, isUnsaved } = latest.current
      keepOnDevice(storageKey, isUnsaved ? ({ form: words, base, result, sending } satisfies Kept) : null)
    },
    [storageKey],
  )
  // Drops a kept copy that had arrived although its answer was lost.
  useEffect(() => {
    if (!latest.current.isUnsaved) note({})
  }, [note])
  return {
    form,
    theirs,
    now: useCallback(() => latest.current, []),
    leaves: useCallback((mine: Form) => note({ sending: [...latest.current.sending.slice(-3), mine] }), [note]),
    /** Called if the draft on the server was sent from here. */
    hadArrived: useCallback((draft: ReviewDraft) => note({ base: versionOf(draft) }), [note]),
    put: useCallback(
      (next: Form, isUnsaved = true) => {
        setForm(next)
        note({ form: next, isUnsaved })
      },
      [note],
    ),
    /** The server has what was sent; later typing is based on that. */
    arrived: useCallback(
      (sentForm: Form, base: number): boolean => {
        note({ base, sending: [], isUnsaved: latest.current.form !== sentForm })
        return !latest.current.isUnsaved
      },
      [note],
    ),
    ask: useCallback(
      (next: Theirs) => {
        setTheirs(next)
        note({ isAsked: true })
      },
      [note],
    ),
    /** From now on the form is based on this draft. */
    goOnFrom: ({ draft }: Theirs) => {
      setTheirs(null)
      note({ base: versionOf(draft), result: resultOf(work), isAsked: false })
    },
    forget: () => note({ isUnsaved: false }),
  }
}

type Words = ReturnType<typeof useWords>

/** Saves the draft a moment after the last change, one save after another, until all of it has arrived. */
const useSaving = (work: ReviewWork, { now, leaves, arrived, hadArrived, ask }: Words) => {
  const [saving, setSaving] = useState<Saving>({
    state: now().isUnsaved ? 'dirty' : 'clean',
    at: work.draft?.saved_at ?? null,
  })
  const [own] = useState(() => ownSession(adminSession))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void> | null>(null)
  const isDone = useRef(false)
  const again = useRef<() => void>(() => {})

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    // One at a time: the next builds on the version this one makes.
    await running.current
    // Never overwrite a draft written elsewhere before one of the two is chosen.
    if (isDone.current || now().isAsked || own.isOver()) return
    const { form: mine, sending: earlier } = now()
    leaves(mine)
    const work_ = async () => {
      setSaving((before) => ({ ...before, state: 'saving' }))
      try {
        const { draft } = await sendDraft(own, work, mine, now().base)
        setSaving({ state: arrived(mine, draft.draft_version) ? 'saved' : 'dirty', at: draft.saved_at })
      } catch (error) {
        const there = theirsOfConflict(error)
        setSaving((before) => ({ ...before, state: 'failed' }))
        const draft = there?.draft ?? null
        if (isOwn(work, earlier, draft)) {
          hadArrived(draft)
          timer.current = setTimeout(() => again.current())
        } else if (there) ask(there)
        else if (own.triesAgain(error)) timer.current = setTimeout(() => again.current(), AGAIN_MS)
      }
    }
    running.current = work_().finally(() => {
      running.current = null
    })
    await running.current
  }, [work, own, now, leaves, arrived, hadArrived, ask])

  useEffect(() => {
    again.current = () => void save()
  }, [save])

  const stop = useCallback(() => clearTimeout(timer.current), [])
  return {
    saving,
    save,
    stop,
    saveSoon: useCallback(() => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), PAUSE_MS)
    }, [save]),
    isDirty: useCallback(() => setSaving((before) => ({ ...before, state: 'dirty' })), []),
    end: () => {
      isDone.current = true
      stop()
    },
    settled: async () => {
      stop()
      await running.current
      // Also cancel a retry scheduled meanwhile.
      stop()
    },
  }
}

/**
 * The review form of one work. Each change is stored on the device at once and on the server within a second, so a
 * reload, an ended session, a lost network or a second tab loses nothing. Mount it anew for each work.
 */
export const useReviewForm = (work: ReviewWork, user_id: number, isOpen: boolean) => {
  const words = useWords(work, user_id)
  const { theirs, now, put, goOnFrom, forget } = words
  const form = formNow(work, words.form)
  useFollowing(work, words)
  const { saving, save, saveSoon, stop, isDirty, end, settled } = useSaving(work, words)
  const change = useCallback(
    (changes: Partial<Form>) => {
      put(changed(work, now().form, changes))
      isDirty()
      saveSoon()
    },
    [work, now, put, isDirty, saveSoon],
  )
  useSaveOnLeaving(isOpen, { isUnsaved: useCallback(() => now().isUnsaved, [now]), save, saveSoon, stop })

  return {
    form,
    saving,
    change,
    theirs,
    isAsked: () => now().isAsked,
    /** Resolves a conflict of two pages: keeps the other one's form, or this one's. */
    settle: (choice: 'theirs' | 'mine') => {
      if (!theirs) return
      goOnFrom(theirs)
      if (choice === 'mine') change({})
      else if (theirs.draft) change(formOf(work, theirs.draft))
      // A result without a draft needs no saving.
      else put(formOf(work, null), false)
    },
    /** The draft has become a result: nothing is saved any more. */
    done: () => {
      end()
      forget()
    },
    /** Waits for a save that is under way, so that it does not come after the result. */
    settled,
    /** Goes on saving where no result came. */
    resume: () => now().isUnsaved && saveSoon(),
  }
}
