import { CallFailed } from '@tongchuang/contract/sender.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { theirsOf } from './draft-transport.ts'
import type { Sent } from './hand-in.ts'
import { inputOf } from './work.ts'
import type { Work } from './work.ts'

const retryLater = new Set(['TOO_FAST', 'BUSY', 'READ_ONLY', 'FAULT'])

/** Sends versions of one round of a task in the current session. */
export const handInTransport = (task_id: number, enrolment_id: number) => {
  const own = ownSession(studentSession)
  return async (work: Work, key: string, base: number | null): Promise<Sent> => {
    try {
      const answer = await own.send(submissions.submit, {
        ...inputOf(work),
        task_id,
        enrolment_id,
        key,
        base_version: base ?? 0,
      })
      return 'submit_id' in answer ? { kind: 'received', submit_id: answer.submit_id } : { kind: 'unreachable' }
    } catch (error) {
      // The draft and its key stay on the device, where the same student finds them.
      if (own.isOver()) return { kind: 'refused', text: '' }
      if (!(error instanceof CallFailed)) return { kind: 'unreachable' }
      if (retryLater.has(error.reason)) return { kind: 'unreachable', text: error.message }
      if (error.reason === 'CONFLICT') return { kind: 'conflict', theirs: theirsOf(error) }
      if (error.reason === 'KEY_REUSED') return { kind: 'used' }
      return { kind: 'refused', text: error.message }
    }
  }
}
