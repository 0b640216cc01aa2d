import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import type { Part } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { aReviewWork } from './factory.ts'
import type { Lock } from './use-open-work.ts'
import { WorkReview } from './work-review.tsx'

const mine: Lock = { of: 1, state: 'mine', holder: '' }

/** Renders a submitted work in tests, open for a reviewer who may decide it; `giveLock` changes who may. */
export const openReview = async (part: Part<ReviewWork> = {}, first: Lock = mine) => {
  const student = { user_id: 3, real_name: '林雨桐', nickname: '小林' }
  const work = aReviewWork({ student, task_title: '调查', submitted_at: new Date(0).toISOString(), ...part })
  let give: (lock: Lock) => void = () => undefined
  let renew: (work: ReviewWork) => void = () => undefined
  let opened = 0
  const Reviewing = () => {
    const [lock, setLock] = useState(first)
    const [known, setKnown] = useState(work)
    useLayoutEffect(() => void ([give, renew] = [setLock, setKnown]), [])
    return (
      <WorkReview
        work={known}
        lock={lock}
        onTryAgain={() => (opened += 1)}
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
    <MeContext value={aMe({ id: 11 })}>
      <Reviewing />
    </MeContext>,
  )
  return {
    ...page,
    giveLock: (lock: Lock = mine) => page.doing(() => give(lock)),
    /** The work as it is read again. */
    readAgain: (changes: Part<ReviewWork>) => page.doing(() => renew(aReviewWork({ ...work, ...changes }))),
    /** How often the page asked to open the work again. */
    openedAgain: () => opened,
  }
}
