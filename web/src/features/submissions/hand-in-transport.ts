import { CallFailed } from '@tongchuang/contract/sender.ts'
import { retryLater, theirsOf, workSender } from './draft-transport.ts'
import type { Sent } from './hand-in.ts'
import type { Work } from './work.ts'

/** Sends versions of one round of a task. */
export const handInTransport = (task_id: number, enrolment_id: number) => {
  const { isOver, sendWork } = workSender(task_id, enrolment_id)
  return async (work: Work, key: string, base: number | null): Promise<Sent> => {
    try {
      const answer = await sendWork(work, base, { key })
      return 'submit_id' in answer ? { kind: 'received', submit_id: answer.submit_id } : { kind: 'unreachable' }
    } catch (error) {
      // The draft and its key stay on the device, where the same student finds them.
      if (isOver()) return { kind: 'refused', text: '' }
      if (!(error instanceof CallFailed)) return { kind: 'unreachable' }
      if (retryLater.has(error.reason)) return { kind: 'unreachable', text: error.message }
      if (error.reason === 'CONFLICT') return { kind: 'conflict', theirs: theirsOf(error) }
      if (error.reason === 'KEY_REUSED') return { kind: 'used' }
      return { kind: 'refused', text: error.message }
    }
  }
}
