import { moderationTabs } from '@tongchuang/contract/paths.ts'
import { useParams, useSearchParams } from 'react-router'
import { AssistantFeedback } from '../features/moderation/feedback.tsx'
import { Posts } from '../features/moderation/posts.tsx'
import { Reports } from '../features/moderation/reports.tsx'
import { ModerationHead } from '../features/moderation/tabs.tsx'
import { Works } from '../features/moderation/works.tsx'

const parts = { reports: Reports, posts: Posts, works: Works, feedback: AssistantFeedback } as const

/** /admin/moderation/:tab: reports, posts, shared works and feedback on assistants; the filters are in the address. */
export const ModerationPage = () => {
  const { tab } = useParams()
  const [query] = useSearchParams()
  const current = moderationTabs.find((name) => name === tab) ?? 'reports'
  const Part = parts[current]
  return (
    <>
      <ModerationHead tab={current} guild={query.get('guild')} />
      <Part />
    </>
  )
}
