import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { useState } from 'react'
import type { Form } from './form.ts'

type Draft = {
  form: Form
  isOpen: boolean
  /** Chooses between this form and what is on the server; null where both are the same. */
  settle: ((choice: 'theirs' | 'mine') => void) | null
}

/**
 * The words that somebody wrote while the work was decided in another window or by a colleague: they are part of no
 * result and stay readable until they are dropped. Null if there are none.
 */
export const useLeftWords = (work: ReviewWork, { form, isOpen, settle }: Draft) => {
  const [wasWaiting] = useState(work.status !== 'released')
  const [isDropped, drop] = useState(false)
  const { result, status } = work
  const words = form.text.trim()
  const isLeft = status === 'released' && !isOpen && (wasWaiting || settle !== null)
  if (!isLeft || isDropped || words === '' || words === result?.text.trim()) return null
  return {
    words,
    onDrop: () => {
      drop(true)
      settle?.('theirs')
    },
  }
}

export type LeftWords = ReturnType<typeof useLeftWords>
