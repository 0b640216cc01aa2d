import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { selectedIn, sentencesOf } from './anchor.ts'
import { percentOf } from './form.ts'
import type { TextQuote } from './marks.tsx'
import { workQuery } from '../../queries/review.ts'
import { commentsQuery } from './queries.ts'
import { useDecision, type Decision } from './use-decision.ts'
import { useKeys } from './use-keys.ts'
import type { Lock } from './use-open-work.ts'
import { useReviewForm } from './use-review-form.ts'

type Dialog =
  | { kind: 'return' }
  | { kind: 'correct' }
  | { kind: 'mark'; selected: TextQuote | null; sentences: readonly TextQuote[] }

/** The version that is looked at: the one under review, or another of the same student. */
const useShownVersion = (work: ReviewWork) => {
  const [id, show] = useState(work.submit_id)
  const other = useQuery({ ...workQuery(id), enabled: id !== work.submit_id })
  return { shown: id === work.submit_id ? work : (other.data ?? work), show, other }
}

/** The saved comments: whether they are open, and those that digits put in. */
const useComments = (guild_id: number) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...commentsQuery(guild_id), enabled: isOpen })
  return { isOpen, setOpen, list: data ?? [] }
}

/** What a reviewer does with one work: fills in the form, marks places, decides; by pointer or by single keys. */
export const useWorkReview = (work: ReviewWork, lock: Lock, onDecided: (work: ReviewWork) => void) => {
  const { review } = useTexts()
  const isOpen = lock.state === 'mine' && work.status !== 'released'
  const { form, saving, change, theirs, settle, done, settled } = useReviewForm(work, useMe().id, isOpen)
  const { shown, show, other } = useShownVersion(work)
  const [criterionAt, setCriterionAt] = useState(0)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [excellent, setExcellent] = useState<string | null>(null)
  const comments = useComments(work.guild_id)
  const text = useRef<HTMLDivElement>(null)
  const feedback = useRef<HTMLTextAreaElement>(null)
  const decide = useDecision({ work, form, excellent, draft: { settled, done }, onDecided })

  const total = percentOf(work, form)
  const preselected: Decision = total === null || total.final >= work.pass_line ? 'pass' : 'fail'
  const save = (decision: Decision) => {
    if (!isOpen || decide.isPending) return
    if (decision === 'fail' && form.text.trim() === '' && form.marks.length === 0) {
      showToast(review.returnNeedsReason, 'warning')
      feedback.current?.focus()
      return
    }
    if (excellent !== null && excellent.trim() === '' && decision === 'pass') {
      showToast(review.excellentNeedsReason, 'warning')
      return
    }
    decide.mutate({ decision })
  }
  const addComment = (words: string) => change({ text: form.text === '' ? words : `${form.text}\n${words}` })
  const openMark = () =>
    setDialog({ kind: 'mark', selected: selectedIn(text.current), sentences: sentencesOf(text.current) })
  const toggleExcellent = () => setExcellent(excellent === null ? '' : null)
  /** A digit is the level of the criterion one is at, or a fifth of the score. */
  const fillIn = (digit: number) => {
    const comment = comments.list[digit - 1]
    if (comments.isOpen) return comment && addComment(comment.text)
    const criterion = work.criteria[criterionAt]
    if (digit > 5) return
    if (criterion) {
      change({ levels: { ...form.levels, [criterion.id]: digit } })
      setCriterionAt(Math.min(criterionAt + 1, work.criteria.length - 1))
    } else if (work.scored) change({ score: String((work.max_score * digit) / 5) })
  }

  const keys = {
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => [String(digit), () => fillIn(digit)])),
    ArrowDown: () => setCriterionAt(Math.min(criterionAt + 1, Math.max(0, work.criteria.length - 1))),
    ArrowUp: () => setCriterionAt(Math.max(0, criterionAt - 1)),
    c: () => feedback.current?.focus(),
    q: () => comments.setOpen(!comments.isOpen),
    m: openMark,
    w: () => change({ waive: !form.waive }),
    h: () => change({ hold: !form.hold }),
    r: () => setDialog({ kind: 'return' }),
    e: toggleExcellent,
    x: () => save('fail'),
    s: () => save(preselected),
  }
  useKeys(isOpen ? keys : {})

  return {
    isOpen,
    form,
    saving,
    change,
    /** Settles a draft that another page has written; null where there is none. */
    conflict: theirs ? settle : null,
    shown,
    show,
    other,
    criterion: { at: criterionAt, go: setCriterionAt },
    comments,
    excellent: { reason: excellent, write: setExcellent, toggle: toggleExcellent },
    text,
    feedback,
    dialog,
    setDialog,
    openMark,
    save,
    preselected,
    giveBack: (return_due_at: string | null) => decide.mutate({ decision: 'return', return_due_at }),
    isSaving: decide.isPending,
  }
}
