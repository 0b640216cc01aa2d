import { IconButton } from '@tongchuang/ui/button.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { upTo99 } from '@tongchuang/ui/shown-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense } from 'react'
import { useTexts } from '../locales/texts.ts'
import styles from './messages-menu.module.css'
import { unreadQuery } from './messages-query.ts'

const MessagesPanel = lazyPart(() => import('./messages-panel.tsx').then((module) => module.MessagesPanel))

/** The bell with its dot, and under it the message box. */
export const MessagesMenu = () => {
  const { messages } = useTexts()
  const { data: unread } = useQuery(unreadQuery)
  const total = unread?.total ?? 0
  return (
    <Popover
      label={messages.heading}
      className={styles.panel ?? ''}
      button={(trigger) => (
        <IconButton {...trigger} label={total > 0 ? messages.unread(upTo99(total)) : messages.heading}>
          <Bell size={22} aria-hidden />
          {total > 0 && <span className={styles.badge} />}
        </IconButton>
      )}
    >
      {(close) => (
        <Suspense fallback={<SkeletonList count={3} height={88} gap={1} />}>
          <MessagesPanel close={close} />
        </Suspense>
      )}
    </Popover>
  )
}
