import { guilds as guildCalls } from '@tongchuang/contract/guilds.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Button } from '@tongchuang/ui/button.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { Megaphone, Pin } from 'lucide-react'
import { useLocation } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './announcements.module.css'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { announcementsQuery, mostAnnouncements } from './queries.ts'
import type { ClassDetail } from './queries.ts'

// Few announcements accept replies.
const Reply = lazyPart(() => import('./announcement-reply.tsx').then((module) => module.AnnouncementReply))

/** Of how many announcements the server notes at once that they were on the screen. */
const notedAtOnce = 10

type Props = { guild_id: number; newest: ClassDetail['announcements']; total: number }

/**
 * Brings the reader to the announcement that the address of the page names, from a notice about it; an older one is
 * asked for by itself. If it is gone, the page is what there is.
 */
const useNamed = (newest: Props['newest'], older: number) => {
  const { hash, key } = useLocation()
  const named = Number(/^#announcement-(\d+)$/.exec(hash)?.[1] ?? 0)
  const isOlder = named > 0 && older > 0 && !newest.some(({ id }) => id === named)
  // Per notice that was pressed: who then chooses the newest ones is not brought back.
  const [choice, choose] = useState<{ key: string; isWhole: boolean } | null>(null)
  const isWhole = choice?.key === key ? choice.isWhole : isOlder
  return { named, visit: key, isWhole, setWhole: (next: boolean) => choose({ key, isWhole: next }) }
}

/**
 * The announcements of a guild: the pinned one first, then the newest, and those before on request. Reports once that
 * they were on the screen.
 */
export const Announcements = ({ guild_id, newest, total }: Props) => {
  const { guilds } = useTexts()
  const older = Math.min(total, mostAnnouncements) - newest.length
  const { named, visit, isWhole, setWhole } = useNamed(newest, older)
  const all = useQuery({ ...announcementsQuery(guild_id), enabled: isWhole })
  const list = (isWhole && all.data) || newest
  const fresh = list.filter(({ seen, taken_back }) => !seen && !taken_back).map(({ id }) => id)
  const unseen = fresh.join()
  useEffect(() => {
    if (unseen === '') return
    // This is only a count for the teacher: a failure is not shown, and the next visit reports again.
    const ids = unseen.split(',').map(Number)
    for (let at = 0; at < ids.length; at += notedAtOnce)
      void sendQuietly(guildCalls.sawAnnouncements, { guild_id, ids: ids.slice(at, at + notedAtOnce) }).catch(
        () => undefined,
      )
  }, [guild_id, unseen])
  const isThere = list.some(({ id }) => id === named)
  useEffect(() => {
    if (!isThere) return
    const title = document.getElementById(`announcement-${named}`)
    title?.focus({ preventScroll: true })
    title?.scrollIntoView({ block: 'center' })
  }, [isThere, named, visit])
  if (list.length === 0) return null
  return (
    <section className={styles.notice} aria-labelledby="announcements">
      <h2 id="announcements">
        <Megaphone size={18} aria-hidden />
        {guilds.announcements}
      </h2>
      <ul>
        {list.map((item) => (
          <li key={item.id}>
            <h3 id={`announcement-${item.id}`} tabIndex={-1}>
              {item.pinned && (
                <>
                  <Pin size={16} aria-hidden />
                  <span className="vh">{guilds.onTop}</span>
                </>
              )}
              {item.title}
            </h3>
            <span>
              <Moment at={item.created_at} />
            </span>
            {item.taken_back ? (
              <p>{guilds.takenBack}</p>
            ) : (
              <StoredHtml html={item.content_html} className={styles.text ?? ''} />
            )}
            {(item.may_reply || item.reply !== null) && (
              <Suspense fallback={<div className={styles.reply} />}>
                <Reply guild_id={guild_id} item={item} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
      {older > 0 && (
        <p className={styles.older}>
          <Button
            tone="text"
            size="small"
            aria-expanded={isWhole}
            busy={isWhole && all.isPending}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole && all.data ? guilds.newestAnnouncements : guilds.olderAnnouncements(older)}
          </Button>
        </p>
      )}
      {isWhole && <ReadFailure of={all} />}
    </section>
  )
}
