import { adminPages } from '@tongchuang/contract/paths.ts'
import { groupedBy } from '@tongchuang/contract/records.ts'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useUiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useModal } from '@tongchuang/ui/use-modal.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  Award,
  BotOff,
  Clock,
  Flag,
  MessageCircleQuestion,
  PenLine,
  Reply,
  Scale,
  SlidersHorizontal,
  UserPlus,
  UserX,
  X,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import { noticesQuery, unreadQuery, useKeepUnread, useRead, type Notice } from './notices-query.ts'
import styles from './notices-panel.module.css'

type Look = { icon: LucideIcon; tone: 'blue' | 'orange' | 'red' | 'grey' }
const looks: Readonly<Record<NonNullable<Notice['topic']>, Look>> = {
  waiting: { icon: PenLine, tone: 'blue' },
  appeal: { icon: Scale, tone: 'orange' },
  extension: { icon: Clock, tone: 'orange' },
  report: { icon: Flag, tone: 'red' },
  join: { icon: UserPlus, tone: 'blue' },
  question: { icon: MessageCircleQuestion, tone: 'blue' },
  work: { icon: Award, tone: 'grey' },
  reply: { icon: Reply, tone: 'grey' },
  robot: { icon: BotOff, tone: 'red' },
}
const ofSchool: Look = { icon: UserX, tone: 'grey' }

const Row = ({ notice, onOpen }: { notice: Notice; onOpen: () => void }) => {
  const { notices } = useTexts()
  const { icon: Icon, tone } = notice.topic ? looks[notice.topic] : ofSchool
  const inner = (
    <>
      <span className={`${styles.icon} ${styles[tone]}`}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={styles.text}>
        <b>{notice.title}</b>
        {(notice.content || notice.subTitle) && (
          <small>{[notice.content, notice.subTitle].filter(Boolean).join(' · ')}</small>
        )}
        <small>
          <Moment at={notice.time} />
        </small>
      </span>
      {notice.unread && (
        <span className={styles.dot}>
          <span className="vh">{notices.unreadMark}</span>
        </span>
      )}
    </>
  )
  return (
    <li className={notice.unread ? undefined : styles.read}>
      {notice.link === null ? (
        <button type="button" onClick={onOpen}>
          {inner}
        </button>
      ) : (
        <Link to={notice.link} onClick={onOpen}>
          {inner}
        </Link>
      )}
    </li>
  )
}

const GuildHead = ({ guild, rows }: { guild: Notice['guild']; rows: readonly Notice[] }) => {
  const { notices } = useTexts()
  const unread = rows.filter((row) => row.unread).length
  return (
    <h3>
      {guild && <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={20} />}
      {guild?.name ?? notices.ofSchool}
      <span>{unread > 0 ? notices.unreadCount(unread) : notices.allRead}</span>
    </h3>
  )
}

const Rows = ({ unread, order, close }: { unread: boolean; order: 'time' | 'guild'; close: () => void }) => {
  const { notices } = useTexts()
  const box = useInfiniteQuery(noticesQuery(unread))
  const read = useRead()
  if (box.isPending) return <SkeletonList count={4} height={72} gap={1} />
  if (!box.data) return <RegionError error={box.error} onRetry={() => void box.refetch()} />
  const rows = box.data.pages.flatMap((page) => page.list)
  if (rows.length === 0) return <EmptyState title={notices.none}>{notices.noneText}</EmptyState>
  const groups = order === 'time' ? [rows] : [...groupedBy(rows, ({ guild }) => guild?.id ?? 0).values()]
  return (
    <>
      {groups.map((group) => (
        <section key={order === 'time' ? 'all' : (group[0]?.guild?.id ?? 0)}>
          {order === 'guild' && <GuildHead guild={group[0]?.guild ?? null} rows={group} />}
          <ul className={styles.list}>
            {group.map((notice) => (
              <Row
                key={notice.id}
                notice={notice}
                onOpen={() => {
                  if (notice.unread) read.mutate([notice.id])
                  if (notice.link !== null) close()
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      <LoadMore of={box} />
    </>
  )
}

const undoMs = 10_000

const ReadAll = ({ unread }: { unread: number }) => {
  const { notices } = useTexts()
  const read = useRead()
  const keep = useKeepUnread()
  const [readAt, setReadAt] = useState<string | null>(null)
  useEffect(() => {
    if (readAt === null) return
    const timer = setTimeout(() => setReadAt(null), undoMs)
    return () => clearTimeout(timer)
  }, [readAt])
  return (
    <span className={styles.readAll} aria-live="polite">
      {readAt === null ? (
        <Button
          tone="text"
          size="small"
          busy={read.isPending}
          blocked={unread === 0}
          onClick={() => read.mutate(undefined, { onSuccess: ({ read_at }) => setReadAt(read_at) })}
        >
          {notices.readAll}
        </Button>
      ) : (
        <Button
          tone="text"
          size="small"
          busy={keep.isPending}
          aria-label={`${notices.nowRead}, ${notices.undo}`}
          onClick={() => keep.mutate(readAt, { onSettled: () => setReadAt(null) })}
        >
          {notices.undo}
        </Button>
      )}
    </span>
  )
}

/** The notices of staff in a panel beside the menu, grouped by guild or by time. */
export const NoticesPanel = ({ close }: { close: () => void }) => {
  const { notices } = useTexts()
  const { close: closeWord } = useUiTexts()
  const title = useId()
  const dialog = useModal(close)
  const numbers = useQuery(unreadQuery)
  const unread = numbers.data?.unread ?? 0
  const [which, setWhich] = useState<'all' | 'unread'>('all')
  const [order, setOrder] = useState<'time' | 'guild'>('guild')
  return createPortal(
    <dialog ref={dialog} className={styles.panel} aria-labelledby={title}>
      <div className={styles.sheet}>
        <header>
          <div className={styles.title}>
            <h2 id={title}>{notices.title}</h2>
            <small>{notices.unreadCount(unread)}</small>
            <IconButton label={closeWord} onClick={close}>
              <X size={20} aria-hidden />
            </IconButton>
          </div>
          <div className={styles.bar}>
            <Segments
              label={notices.which}
              value={which}
              onChange={setWhich}
              items={[
                { value: 'all', label: notices.all },
                { value: 'unread', label: notices.unread },
              ]}
            />
            <Segments
              label={notices.order}
              value={order}
              onChange={setOrder}
              items={[
                { value: 'time', label: notices.byTime },
                { value: 'guild', label: notices.byGuild },
              ]}
            />
            <ReadAll unread={unread} />
          </div>
          <ReadFailure of={numbers} />
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keys */}
        <section className={styles.scroll} tabIndex={0} aria-label={notices.title}>
          <Rows unread={which === 'unread'} order={order} close={close} />
        </section>
        <footer>
          <Link to={adminPages.notices} onClick={close}>
            <SlidersHorizontal size={18} aria-hidden />
            {notices.settings}
          </Link>
        </footer>
      </div>
    </dialog>,
    document.body,
  )
}
