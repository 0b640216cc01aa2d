import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import styles from './announcement-replies.module.css'
import { repliesQuery, type Announcement } from './queries.ts'

type Props = { guild_id: number; one: Announcement; onClose: () => void }

/** The replies of members to an announcement, newest first. */
export const AnnouncementReplies = ({ guild_id, one, onClose }: Props) => {
  const texts = useTexts().announcements
  const query = useInfiniteQuery(repliesQuery(guild_id, one.id))
  const list = query.data?.pages.flatMap((page) => page.list)
  return (
    <Dialog title={texts.repliesTo(one.title)} onClose={onClose}>
      {query.error && !query.data && <RegionError error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonList count={3} height={56} />}
      {list?.length === 0 && <p>{texts.noReplies}</p>}
      <ul className={styles.list}>
        {list?.map(({ student, content, written_at }) => (
          <li key={student.user_id}>
            <Avatar id={student.user_id} name={student.nickname} src={student.avatar} size={32} />
            <div>
              <b>{student.real_name || student.nickname}</b>
              <small>{[student.class_name, student.student_no].filter(Boolean).join(' · ')}</small>
              <p>{content}</p>
            </div>
            <Moment at={written_at} />
          </li>
        ))}
      </ul>
      <LoadMore of={query} />
    </Dialog>
  )
}
