import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { MeContext, type Me } from '@tongchuang/ui/me.tsx'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { aReviewWork } from './factory.ts'
import type { Lock } from './use-open-work.ts'
import { WorkReview } from './work-review.tsx'

const mine: Lock = { of: 1, state: 'mine', holder: '' }

/** Renders a submitted work in tests, open for a reviewer who may decide it; `giveLock` changes who may. */
export const openReview = async (part: Partial<ReviewWork> = {}, first: Lock = mine) => {
  const student = { user_id: 3, real_name: '林雨桐', nickname: '小林', class_name: '', avatar: '' }
  const work = aReviewWork({
    ...{ student, task_title: '调查', submitted_at: new Date(0).toISOString(), receipt_no: 'R' },
    ...{ content: '', content_html: '', files: [], links: [], history: [], similar: [], areas: [], voices: [] },
    ...{ questions: [], answers: {}, keys: [] },
    ...part,
  } as Partial<ReviewWork>)
  let give: (lock: Lock) => void = () => undefined
  const Desk = () => {
    const [lock, setLock] = useState(first)
    useLayoutEffect(() => void (give = setLock), [])
    return (
      <WorkReview
        work={work}
        lock={lock}
        onTryAgain={() => undefined}
        onDecided={() => undefined}
        answered={null}
        sendVoice={() => Promise.reject(new Error('nothing is said here'))}
        onStep={() => undefined}
        hasNext={false}
        more={null}
      />
    )
  }
  const page = await openPage(
    <MeContext value={{ id: 11 } as unknown as Me}>
      <Desk />
    </MeContext>,
  )
  return { ...page, giveLock: (lock: Lock = mine) => page.doing(() => give(lock)) }
}
