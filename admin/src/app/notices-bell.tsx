import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { upTo99 } from '@tongchuang/ui/shown-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTexts } from '../locales/texts.ts'
import styles from './notices-bell.module.css'
import { unreadQuery } from './notices-query.ts'
import { useLive } from './use-live.ts'

const NoticesPanel = lazyPart(() => import('./notices-panel.tsx').then((module) => module.NoticesPanel))

/** The button of the notices, with the number of unread ones. */
export const NoticesBell = ({ user_id }: { user_id: number }) => {
  const { notices } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { data, isError } = useQuery(unreadQuery)
  useLive(user_id)
  const unread = data?.unread ?? 0
  const Icon = unread > 0 && !isError ? BellRing : Bell
  return (
    <>
      <button
        type="button"
        className={styles.bell}
        aria-label={notices.bell(upTo99(unread))}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={isError ? notices.stale : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon size={20} aria-hidden />
        {unread > 0 && <b aria-hidden>{upTo99(unread)}</b>}
      </button>
      <Suspense>{isOpen && <NoticesPanel close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
