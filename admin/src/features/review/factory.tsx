import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { MeContext, type Me } from '@tongchuang/ui/me.tsx'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aReviewWork } from './factory.ts'
import { WorkReview } from './work-review.tsx'

/** Renders a submitted work in tests, open for a reviewer who may decide it. */
export const openReview = (part: Partial<ReviewWork> = {}) => {
  const student = { user_id: 3, real_name: '林雨桐', nickname: '小林', class_name: '', avatar: '' }
  const work = aReviewWork({
    ...{ student, task_title: '调查', submitted_at: new Date(0).toISOString(), receipt_no: 'R' },
    ...{ content: '', content_html: '', files: [], links: [], history: [], similar: [], areas: [], voices: [] },
    ...{ questions: [], answers: {}, keys: [] },
    ...part,
  } as Partial<ReviewWork>)
  return openPage(
    <MeContext value={{ id: 11 } as unknown as Me}>
      <WorkReview
        work={work}
        lock={{ of: 1, state: 'mine', holder: '' }}
        onTryAgain={() => undefined}
        onDecided={() => undefined}
        answered={null}
        sendVoice={() => Promise.reject(new Error('nothing is said here'))}
        onStep={() => undefined}
        hasNext={false}
        more={null}
      />
    </MeContext>,
  )
}
