import { takeBackMs } from '@tongchuang/contract/announcements.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Clock, Megaphone, Pin, Plus, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { AnnouncementEditor } from './announcement-editor.tsx'
import { AnnouncementReplies } from './announcement-replies.tsx'
import styles from './announcements.module.css'
import shared from './guilds.module.css'
import { announcementsQuery, removeAnnouncement, takeAnnouncementBack, useGuildChange } from './queries.ts'
import type { Announcement, Guild } from './queries.ts'

const iconOf = ({ taken_back, published_at, pinned }: Announcement) =>
  taken_back ? Undo2 : published_at === null ? Clock : pinned ? Pin : Megaphone

const When = ({ one }: { one: Announcement }) => {
  const texts = useTexts().announcements
  const language = useLanguage()
  const now = useNow(60)
  const at = (instant: string) => formatMoment(instant, language, now)
  const words = [
    one.pinned &&
      one.published_at !== null &&
      (one.pinned_until ? texts.onTopUntil(at(one.pinned_until)) : texts.onTop),
    one.taken_back
      ? texts.takenBack
      : one.published_at === null
        ? (one.waits ? texts.waits : texts.willGoOut)(at(one.publish_at ?? one.created_at))
        : texts.wentOut(at(one.published_at)),
    texts.by(one.author),
  ]
  return <small>{words.filter(Boolean).join(' · ')}</small>
}

type RowProps = { guild: Guild; one: Announcement; onChange: () => void; onRemove: () => void; onReplies: () => void }

const Row = ({ guild, one, onChange, onRemove, onReplies }: RowProps) => {
  const texts = useTexts().announcements
  const now = useNow(30)
  const back = useGuildChange(takeAnnouncementBack)
  const Icon = iconOf(one)
  const mayTakeBack = one.published_at !== null && !one.taken_back && Date.parse(one.published_at) + takeBackMs > now
  return (
    <li className={one.taken_back ? styles.gone : undefined}>
      <span className={one.pinned ? styles.pinned : undefined}>
        <Icon size={18} aria-hidden />
      </span>
      <div className={styles.what}>
        <h2>{one.title}</h2>
        <When one={one} />
        <StoredHtml html={one.content_html} />
      </div>
      <div className={styles.side}>
        {one.published_at === null ? (
          <span className={styles.timed}>{texts.timed}</span>
        ) : (
          <span className="num">{texts.seen(one.seen, guild.member_count)}</span>
        )}
        {one.published_at !== null && (one.takes_replies || one.replied > 0) && (
          <Button size="small" tone="text" onClick={onReplies}>
            {texts.replies(one.replied)}
          </Button>
        )}
        {guild.may.lead && guild.status !== 'archived' && (
          <span>
            {mayTakeBack && (
              <Button
                size="small"
                tone="text"
                busy={back.isPending}
                onClick={() => back.mutate({ guild_id: guild.id, id: one.id })}
              >
                {texts.takeBack}
              </Button>
            )}
            {!one.taken_back && (
              <Button size="small" tone="text" onClick={onChange}>
                {texts.change}
              </Button>
            )}
            <Button size="small" tone="text" onClick={onRemove}>
              {texts.remove}
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}

const Removing = ({ guild, one, onClose }: { guild: Guild; one: Announcement; onClose: () => void }) => {
  const { announcements: texts, guilds } = useTexts()
  const remove = useGuildChange(removeAnnouncement)
  return (
    <Dialog
      title={texts.removeTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{guilds.cancel}</Button>
          <Button
            tone="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ guild_id: guild.id, id: one.id }, { onSuccess: onClose })}
          >
            {texts.remove}
          </Button>
        </>
      }
    >
      <p>{texts.removeText}</p>
    </Dialog>
  )
}

/** Tracks which announcement is being written; closing returns the focus to where it was. */
const useWriting = () => {
  const [writing, setWriting] = useState<Announcement | 'new' | null>(null)
  const list = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (writing !== null || !opener.current) return
    // The button that opened the editor is gone: the first button of the list replaces it.
    const back = opener.current.isConnected ? opener.current : list.current?.querySelector('button')
    opener.current = null
    if (back instanceof HTMLElement) back.focus()
  }, [writing])
  const write = (what: Announcement | 'new') => {
    opener.current = document.activeElement
    setWriting(what)
  }
  return { writing, write, done: () => setWriting(null), list }
}

/** The announcements of a guild: pinned, scheduled and published, each with the number of members who have seen it. */
export const Announcements = ({ guild }: { guild: Guild }) => {
  const texts = useTexts().announcements
  const query = useInfiniteQuery(announcementsQuery(guild.id))
  const { writing, write, done, list: section } = useWriting()
  const [removing, setRemoving] = useState<Announcement | null>(null)
  const [reading, setReading] = useState<Announcement | null>(null)

  if (query.error && !query.data) return <RegionError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={3} height={96} gap={12} />
  const list = query.data.pages.flatMap((page) => page.list)
  return (
    <section ref={section} aria-label={texts.title}>
      {guild.may.lead && writing === null && (
        <div className={shared.filters}>
          <Button tone="primary" onClick={() => write('new')}>
            <Plus size={16} aria-hidden />
            {texts.write}
          </Button>
        </div>
      )}
      {writing && (
        <AnnouncementEditor
          key={writing === 'new' ? 'new' : writing.id}
          guild={guild}
          before={writing === 'new' ? null : (list.find(({ id }) => id === writing.id) ?? writing)}
          onDone={done}
        />
      )}
      {list.length === 0 && <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
      <ul className={styles.list}>
        {list.map((one) => (
          <Row
            key={one.id}
            guild={guild}
            one={one}
            onChange={() => write(one)}
            onRemove={() => setRemoving(one)}
            onReplies={() => setReading(one)}
          />
        ))}
      </ul>
      <LoadMore of={query} />
      {reading && <AnnouncementReplies guild_id={guild.id} one={reading} onClose={() => setReading(null)} />}
      {removing && <Removing guild={guild} one={removing} onClose={() => setRemoving(null)} />}
    </section>
  )
}
