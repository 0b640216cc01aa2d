import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { TransportFailed } from '@tongchuang/ui/fetch-transport.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { selectedIn, sentencesOf } from './anchor.ts'
import { percentOf, type Form } from './form.ts'
import { arePutRight, toScore } from './to-field.ts'
import type { TextQuote } from './marks.tsx'
import { workQuery } from '../../queries/review.ts'
import { commentsQuery } from './queries.ts'
import { useAreas, type Areas } from './use-areas.ts'
import { useDecision, type Decision } from './use-decision.ts'
import { useDrawer } from './use-drawer.ts'
import { useLeftWords } from './use-left-words.ts'
import { useOvertaken } from './use-overtaken.ts'
import { useExcellent } from './use-excellent.ts'
import { useEarlyKeys } from './use-early-keys.ts'
import type { Lock } from './use-open-work.ts'
import { useWorkFiles } from './use-work-files.ts'
import { useReviewForm } from './use-review-form.ts'
import { useSpeaking } from './voices/use-speaking.ts'
import { useVoices, type SendVoice, type Voices } from './voices/use-voices.ts'

type Dialog =
  | { kind: 'return' }
  | { kind: 'correct' }
  | { kind: 'wordless'; goOn: () => void }
  | { kind: 'mark'; selected: TextQuote | null; sentences: readonly TextQuote[] }

/** The visible version, the one under review or another of the same student, and its visible part. */
const useShownVersion = (work: ReviewWork) => {
  const [id, show] = useState(work.submit_id)
  const other = useQuery({ ...workQuery(id), enabled: id !== work.submit_id })
  const shown = id === work.submit_id ? work : (other.data ?? work)
  const files = useWorkFiles(shown)
  const toAnswers = () => {
    show(work.submit_id)
    files.choose('text')
  }
  return { seen: { shown, show, other, files }, toAnswers }
}

/** The saved comments: whether they are open, and the list from which digits insert. */
const useComments = (guild_id: number) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...commentsQuery(guild_id), enabled: isOpen })
  return { isOpen, setOpen, list: data ?? [] }
}

/** How a voice is sent, and how a work that was taken over is opened again. */
type Sending = { sendVoice: SendVoice; onTryAgain: () => void }

/** The form, the drawn marks and the voices: a single draft for the reviewer, saved in three parts. */
const useReviewDraft = (work: ReviewWork, isOpen: boolean, { sendVoice, onTryAgain }: Sending) => {
  const { review, voices: texts } = useTexts()
  const { id } = useMe()
  const { saving, settled, theirs, settle, ...written } = useReviewForm(work, id, isOpen)
  // Its draft is gone, as it is once the work is decided.
  const openAgain = useOvertaken(work.submit_id, theirs !== null && theirs.draft === null, onTryAgain)
  const leftWords = useLeftWords(work, { form: written.form, isOpen, settle: theirs && settle })
  const areas = useAreas(work, id, isOpen)
  const voices = useVoices(work, id, isOpen, { send: sendVoice, onAbout: areas.sayAbout })
  const speaking = useSpeaking(voices)
  const isFailed = areas.state === 'failed' || voices.state === 'failed'
  return {
    ...written,
    areas,
    voices,
    speaking,
    saving: isFailed
      ? { ...saving, state: 'failed' as const, isFull: areas.isOverfull }
      : // Before one of two drafts is chosen nothing is sent, and nothing is tried again.
        theirs
        ? { state: 'clean' as const, at: null }
        : saving,
    openAgain,
    leftWords,
    /** Resolves a conflict with a draft that another page wrote; null if there is none. */
    conflict: theirs && isOpen ? settle : null,
    settled: async () => {
      // Deciding while recording finishes the recording.
      await speaking.finish()
      if (!(await voices.flush())) throw new TransportFailed(texts.notSaved)
      // After them: what has just arrived is noted at its mark.
      if (!(await areas.flush())) throw new TransportFailed(areas.isOverfull ? review.pageFull : review.areasNotSaved)
      await settled()
      // Nothing is decided before one of two conflicting drafts is chosen; the choice may be out of sight.
      if (!written.isAsked()) return
      document.querySelector<HTMLElement>('[data-conflict] button')?.focus()
      throw new TransportFailed(review.chooseDraft)
    },
  }
}

/** The field of the feedback, which on a phone is in a drawer that opens for it. */
const useSayingPlace = ({ status, scored }: ReviewWork) => {
  const feedback = useRef<HTMLTextAreaElement>(null)
  // A released result needs no scoring: show its feedback.
  const drawer = useDrawer(status === 'released' ? 'words' : null, scored ? 'score' : 'words')
  const toFeedback = () => {
    drawer.open('words')
    feedback.current?.focus()
  }
  return { feedback, drawer, toFeedback }
}

/** The index of the current criterion, and moving it. */
const useCriterion = ({ criteria }: ReviewWork) => {
  const [at, go] = useState(0)
  const last = Math.max(0, criteria.length - 1)
  return {
    at,
    go,
    id: criteria[at]?.id,
    next: () => go(Math.min(at + 1, last)),
    previous: () => go(Math.max(0, at - 1)),
  }
}

/** The marks without text, and the question about them, which is asked once before a decision. */
const useWordless = ({ list }: Areas, setDialog: (dialog: Dialog) => void) => {
  const [isAsked, setAsked] = useState(false)
  const wordless = list.filter(({ text }) => text.trim() === '')
  const asking = (goOn: () => void) => {
    if (wordless.length === 0 || isAsked) return goOn()
    setAsked(true)
    setDialog({ kind: 'wordless', goOn })
  }
  return { wordless, hasWords: wordless.length < list.length, asking }
}

type Deciding = {
  work: ReviewWork
  form: Form
  isOpen: boolean
  areas: Areas
  voices: Voices
  draft: { settled: () => Promise<void>; done: () => void; resume: () => void }
  toFeedback: () => void
  /** Shows the answers of the work, where points are given for each. */
  toAnswers: () => void
  setDialog: (dialog: Dialog | null) => void
  onDecided: (work: ReviewWork, isPressing: boolean) => void
  openAgain: () => void
}

/** Passing, failing, returning and picking, each with its preceding questions. */
const useDeciding = (given: Deciding) => {
  const { work, form, isOpen, areas, voices, draft, toFeedback, toAnswers, setDialog, onDecided, openAgain } = given
  const { review } = useTexts()
  const { excellent, forgetReason, ...reason } = useExcellent(work)
  const decide = useDecision({ work, form, excellent, forgetReason, draft, onDecided, openAgain })
  const { wordless, hasWords: isWritten, asking } = useWordless(areas, setDialog)
  const hasWords = isWritten || voices.list.some(({ text }) => text.trim() !== '')

  const total = percentOf(work, form)
  const preselected: Decision = total === null || total.final >= work.pass_line ? 'pass' : 'fail'
  const save = (decision: Decision) => {
    if (!isOpen || decide.isPending || !arePutRight(work, form, toAnswers)) return
    if (decision === 'fail' && form.text.trim() === '' && form.marks.length === 0 && !hasWords) {
      showToast(review.returnNeedsReason, 'warning')
      toFeedback()
      return
    }
    if (excellent !== null && excellent.trim() === '' && decision === 'pass') {
      showToast(review.excellentNeedsReason, 'warning')
      return
    }
    asking(() => decide.mutate({ decision }))
  }
  const giveBack = (return_due_at: string | null) => {
    if (arePutRight(work, form, toAnswers)) asking(() => decide.mutate({ decision: 'return', return_due_at }))
    else setDialog(null)
  }
  return {
    excellent: { reason: excellent, ...reason },
    save,
    preselected,
    wordless,
    hasWords,
    giveBack,
    isSaving: decide.isPending,
  }
}

const stateOf = ({ status }: ReviewWork, { state }: Lock): Parameters<typeof useEarlyKeys>[1] => {
  if (status === 'released' || state === 'other') return 'closed'
  return state === 'mine' ? 'open' : state
}

/** What the fields show, and what is done with what is typed there; null where nothing may be typed. */
const useFields = (
  keys: Parameters<typeof useEarlyKeys>[0],
  state: Parameters<typeof useEarlyKeys>[1],
  { form, change }: { form: Form; change: (changes: Partial<Form>) => void },
) => {
  // A level that was pressed for stands beside those that keys have given meanwhile.
  const changeLate = ({ levels, ...changes }: Partial<Form>) =>
    change({ ...changes, ...(levels && { levels: { ...form.levels, ...levels } }) })
  const { typed, type } = useEarlyKeys(keys, state, changeLate)
  return { form: { ...form, ...typed }, type: state === 'closed' ? null : type }
}

/** What a reviewer does with one work: fills in the form, marks places, decides; by pointer or by single keys. */
export const useWorkReview = (
  work: ReviewWork,
  lock: Lock,
  { onDecided, ...sending }: Sending & Pick<Deciding, 'onDecided'>,
) => {
  const isOpen = lock.state === 'mine' && work.status !== 'released'
  const draft = useReviewDraft(work, isOpen, sending)
  const { form, areas, voices, speaking, saving, conflict, leftWords, openAgain, done, settled, ...written } = draft
  const { seen, toAnswers } = useShownVersion(work)
  const criterion = useCriterion(work)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const comments = useComments(work.guild_id)
  const text = useRef<HTMLDivElement>(null)
  const { feedback, drawer, toFeedback } = useSayingPlace(work)
  const deciding = useDeciding({
    work,
    form,
    isOpen,
    areas,
    voices,
    draft: { settled, done, resume: written.resume },
    toFeedback,
    toAnswers,
    setDialog,
    onDecided,
    openAgain,
  })
  // Ignored while a decision is being saved: later typing would be part of no result.
  const change = (changes: Partial<Form>) => deciding.isSaving || written.change(changes)
  const addComment = (words: string) => change({ text: form.text === '' ? words : `${form.text}\n${words}` })
  const openMark = () =>
    setDialog({ kind: 'mark', selected: selectedIn(text.current), sentences: sentencesOf(text.current) })
  /**
   * A digit inserts a saved comment while they are open; else it sets the level of the current criterion, or fifths of
   * the score.
   */
  const fillIn = (digit: number) => {
    const comment = comments.list[digit - 1]
    if (comments.isOpen) return comment && addComment(comment.text)
    if (digit > 5) return
    if (criterion.id !== undefined) {
      change({ levels: { ...form.levels, [criterion.id]: digit } })
      criterion.next()
    } else if (work.scored) change({ score: String((work.max_score * digit) / 5) })
  }

  const keys = {
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => [String(digit), () => fillIn(digit)])),
    ArrowDown: criterion.next,
    ArrowUp: criterion.previous,
    c: toFeedback,
    g: toScore,
    q: () => comments.setOpen(!comments.isOpen),
    m: openMark,
    w: () => change({ waive: !form.waive }),
    h: () => change({ hold: !form.hold }),
    r: () => setDialog({ kind: 'return' }),
    e: deciding.excellent.toggle,
    x: () => deciding.save('fail'),
    s: () => deciding.save(deciding.preselected),
  }
  const fields = useFields(keys, stateOf(work, lock), { form, change })

  return {
    isOpen,
    form,
    saving,
    change,
    fields,
    ...{ conflict, leftWords },
    ...seen,
    criterion,
    comments,
    text,
    feedback,
    drawer,
    dialog,
    setDialog,
    openMark,
    areas,
    voices,
    speaking,
    ...deciding,
  }
}
