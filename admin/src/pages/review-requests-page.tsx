import { adminPages } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { Link } from 'react-router'
import { WaitingNotes } from '../features/notes/waiting-notes.tsx'
import { Inbox } from '../features/requests/inbox.tsx'
import { useTexts } from '../locales/texts.ts'

/** /admin/review/requests: appeals, requests for more time, notes that wait, receipts; `?tab=` in the address. */
export const ReviewRequestsPage = () => {
  const { shell, review } = useTexts()
  return (
    <>
      <PageHead title={shell.titles.reviewRequests}>
        <Link className={buttonClass()} to={adminPages.review}>
          {review.backToQueue}
        </Link>
      </PageHead>
      <Inbox notes={<WaitingNotes />} />
    </>
  )
}
