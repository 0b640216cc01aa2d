import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { usePersistedText } from '@tongchuang/ui/use-persisted-text.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guilds.module.css'
import { announcementsQuery, removeAnnouncement, saveAnnouncement, useGuildChange } from './queries.ts'
import type { Announcement, Guild } from './queries.ts'

const Write = ({ guild, before, onClose }: { guild: Guild; before: Announcement | null; onClose: () => void }) => {
  const { guilds } = useTexts()
  const texts = guilds.announcements
  const form = useId()
  const save = useGuildChange(saveAnnouncement)
  const storedAs = `announcement:${guild.id}:${before?.id ?? 'new'}`
  const [title, setTitle] = usePersistedText(`${storedAs}:title`, before?.title)
  const [content, setContent] = usePersistedText(storedAs, before?.content)
  const onSuccess = () => {
    setTitle(before?.title ?? '')
    setContent(before?.content ?? '')
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ guild_id: guild.id, title, content, ...(before && { id: before.id }) }, { onSuccess })
  }
  return (
    <Dialog
      title={before ? texts.edit : texts.write}
      onClose={onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>{guilds.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={save.isPending}>
            {before ? guilds.save : texts.publish}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className={styles.stack}>
        <Field
          label={texts.subject}
          value={title}
          maxLength={60}
          required
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={texts.text}
          hint={guilds.markdownHint}
          rows={8}
          value={content}
          maxLength={5000}
          required
          onChange={(event) => setContent(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

/** What is announced to everybody in the guild. */
export const Announcements = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const texts = guilds.announcements
  const query = useInfiniteQuery(announcementsQuery(guild.id))
  const remove = useGuildChange(removeAnnouncement)
  const [writing, setWriting] = useState<Announcement | 'new' | null>(null)
  const [removing, setRemoving] = useState<Announcement | null>(null)

  if (query.error && !query.data) return <RegionError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={3} height={96} gap={12} />
  const list = query.data.pages.flatMap((page) => page.list)
  return (
    <section aria-label={texts.title}>
      {guild.may.lead && (
        <div className={styles.filters}>
          <Button tone="primary" onClick={() => setWriting('new')}>
            <Plus size={16} aria-hidden />
            {texts.write}
          </Button>
        </div>
      )}
      {list.length === 0 && <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
      <ul className={styles.papers}>
        {list.map((one) => (
          <li key={one.id}>
            <header>
              <h2>{one.title}</h2>
              {guild.may.lead && (
                <span className={styles.actions}>
                  <Button size="small" tone="text" onClick={() => setWriting(one)}>
                    {texts.change}
                  </Button>
                  <Button size="small" tone="text" onClick={() => setRemoving(one)}>
                    {texts.remove}
                  </Button>
                </span>
              )}
            </header>
            <small>
              {texts.by(one.author)} · <Moment at={one.created_at} />
            </small>
            <StoredHtml html={one.content_html} />
          </li>
        ))}
      </ul>
      <LoadMore of={query} />
      {writing && <Write guild={guild} before={writing === 'new' ? null : writing} onClose={() => setWriting(null)} />}
      {removing && (
        <Dialog
          title={texts.removeTitle}
          onClose={() => setRemoving(null)}
          actions={
            <>
              <Button onClick={() => setRemoving(null)}>{guilds.cancel}</Button>
              <Button
                tone="danger"
                busy={remove.isPending}
                onClick={() =>
                  remove.mutate({ guild_id: guild.id, id: removing.id }, { onSuccess: () => setRemoving(null) })
                }
              >
                {texts.remove}
              </Button>
            </>
          }
        >
          <p>{texts.removeText}</p>
        </Dialog>
      )}
    </section>
  )
}
