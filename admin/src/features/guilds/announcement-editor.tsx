import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { formatDay, formatTime } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { WallClockField } from '@tongchuang/ui/wall-clock-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { Bell, Bot, Mail, Pin } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ClipboardEvent, FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './announcements.module.css'
import { tableIn, withTable } from './pasted-table.ts'
import { reachQuery, saveAnnouncement, useGuildChange } from './queries.ts'
import type { Announcement, Guild } from './queries.ts'

const Reach = ({ guild_id, tells }: { guild_id: number; tells: boolean }) => {
  const texts = useTexts().announcements
  const reach = useQuery(reachQuery(guild_id))
  const { members = 0, mail = 0, groups = 0 } = reach.data ?? {}
  return (
    <section className={styles.reach} aria-live="polite">
      <b>{reach.data && (tells ? texts.willTell(members) : texts.tellsNobody)}</b>
      <ReadFailure of={reach} />
      {reach.data && tells && (
        <ul>
          <li>
            <Bell size={16} aria-hidden />
            {texts.here}
            <b>{texts.people(members)}</b>
          </li>
          <li>
            <Mail size={16} aria-hidden />
            {texts.byMail}
            <b>{texts.people(mail)}</b>
          </li>
          {groups > 0 && (
            <li>
              <Bot size={16} aria-hidden />
              {texts.inGroups}
              <b>{texts.groups(groups)}</b>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** Names the pinned announcement that this one would replace. */
const Displaced = ({ guild_id, id }: { guild_id: number; id: number | null }) => {
  const texts = useTexts().announcements
  const reach = useQuery(reachQuery(guild_id))
  const above = reach.data?.pinned
  return (
    <>
      <ReadFailure of={reach} />
      {above && above.id !== id && (
        <p className={styles.displaced}>
          <Pin size={16} aria-hidden />
          {texts.displaces(above.title)}
        </p>
      )}
    </>
  )
}

type Props = { guild: Guild; before: Announcement | null; onDone: () => void }

/**
 * The editable fields of an announcement: its text, its time, whether members are notified, and how long it stays
 * pinned.
 */
const written = (before: Announcement | null) => ({
  title: before?.title ?? '',
  content: before?.content ?? '',
  publishAt: before?.publish_at ?? null,
  timed: before !== null && before.publish_at !== null && before.published_at === null,
  pinned: before?.pinned ?? false,
  until: before?.pinned_until ?? null,
  tells: before?.tells ?? true,
  takesReplies: before?.takes_replies ?? false,
})

type Values = ReturnType<typeof written>

/** The input of the call: every field named in `part`. A published announcement has no scheduled time. */
const sentOf = (values: Values, part: Partial<Values>, isOut: boolean) => {
  const { title, content, publishAt, timed, pinned, until, tells, takesReplies } = values
  const has = (...names: (keyof Values)[]) => names.some((name) => name in part)
  return {
    ...(has('title') && { title }),
    ...(has('content') && { content }),
    ...(has('pinned') && { pinned }),
    ...(has('pinned', 'until') && { pinned_until: pinned ? until : null }),
    ...(has('takesReplies') && { takes_replies: takesReplies }),
    ...(!isOut && has('publishAt', 'timed') && { publish_at: timed ? publishAt : null }),
    ...(!isOut && has('tells') && { tells }),
  }
}

/**
 * The form state. Text and choices are stored together while unsent: without its time, an announcement would be
 * published at once.
 */
const useAnnouncementForm = ({ guild, before, onDone }: Props) => {
  const { announcements: texts } = useTexts()
  const save = useGuildChange(saveAnnouncement)
  const { values, changes, version, set, goOnFromNewest, forget } = usePersistedChanges(
    `announcement:${guild.id}:${before?.id ?? 'new'}`,
    written(before),
    before ? { version: before.base_version } : {},
  )
  const { publishAt, timed } = values
  const isOut = before !== null && before.published_at !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Without a time it would be published at once.
    if (timed && publishAt === null) return
    const part = sentOf(values, before ? changes : values, isOut)
    if (Object.keys(part).length === 0) return onDone()
    const which = before && { id: before.id, base_version: version ?? before.base_version }
    save.mutateAsync({ guild_id: guild.id, ...which, ...part }).then(
      // Also if the editor was closed meanwhile, so that a published announcement is not kept as a draft.
      () => {
        forget()
        onDone()
        showToast(isOut || timed ? texts.kept : texts.sent, 'success')
      },
      (error: unknown) => {
        const isConflict = error instanceof CallFailed && error.reason === 'CONFLICT'
        if (isConflict) goOnFromNewest()
        showToast(isConflict ? texts.conflict : failureText(error))
      },
    )
  }
  return {
    ...values,
    ...{ isOut, submit, at: timed ? publishAt : null, busy: save.isPending },
    // Ignored while saving: later choices would be lost with the editor.
    set: (next: Partial<Values>) => save.isPending || set(next),
  }
}

type Form = ReturnType<typeof useAnnouncementForm>

/** When the announcement is published and whether members are notified; shown until it is published. */
const GoingOut = ({ form, guild }: { form: Form; guild: Guild }) => {
  const texts = useTexts().announcements
  return (
    <>
      <Reach guild_id={guild.id} tells={form.tells} />
      <Segments
        label={texts.when}
        value={form.timed ? 'timed' : 'now'}
        onChange={(next) => form.set({ timed: next === 'timed' })}
        items={[
          { value: 'now', label: texts.now },
          { value: 'timed', label: texts.timed },
        ]}
      />
      {form.timed && (
        <WallClockField
          label={texts.at}
          required
          value={form.publishAt}
          onChange={(publishAt) => form.set({ publishAt })}
        />
      )}
      <Switch label={texts.tells} checked={form.tells} onChange={(tells) => form.set({ tells })} />
    </>
  )
}

const OnTop = ({ form, guild, id }: { form: Form; guild: Guild; id: number | null }) => {
  const texts = useTexts().announcements
  return (
    <>
      <Switch
        label={texts.pin}
        hint={texts.pinHint}
        checked={form.pinned}
        onChange={(pinned) => form.set({ pinned })}
      />
      {form.pinned && (
        <>
          <WallClockField
            label={texts.pinnedUntil}
            hint={texts.pinnedUntilHint}
            value={form.until}
            onChange={(until) => form.set({ until })}
          />
          <Displaced guild_id={guild.id} id={id} />
        </>
      )}
    </>
  )
}

// Characters of the text of an announcement.
const longest = 5000

/** Creates or changes an announcement: its time, whom it notifies, and whether it is pinned. */
export const AnnouncementEditor = ({ guild, before, onDone }: Props) => {
  const { announcements: texts, guilds } = useTexts()
  const language = useLanguage()
  const form = useAnnouncementForm({ guild, before, onDone })
  const { at, isOut } = form
  const first = useRef<HTMLInputElement>(null)
  // The editor opens above the list: without moving the focus, a press far below would seem to do nothing.
  useEffect(() => first.current?.focus(), [])
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const table = tableIn(event.clipboardData.getData('text/plain'))
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const content = table === null ? value : withTable(value, selectionStart, selectionEnd, table)
    if (table === null || content.length > longest || form.busy) return
    event.preventDefault()
    form.set({ content })
  }
  const unscheduled = form.timed ? texts.publishTimed : texts.publish
  const sending = at === null ? unscheduled : texts.publishAt(`${formatDay(at, language)} ${formatTime(at, language)}`)
  return (
    <form onSubmit={form.submit} className={styles.editor} aria-label={before ? texts.edit : texts.write}>
      <div>
        <Field
          ref={first}
          label={texts.subject}
          value={form.title}
          maxLength={60}
          required
          readOnly={form.busy}
          onChange={(event) => form.set({ title: event.target.value })}
        />
        <TextArea
          label={texts.text}
          hint={guilds.markdownHint}
          rows={8}
          value={form.content}
          maxLength={longest}
          required
          readOnly={form.busy}
          onChange={(event) => form.set({ content: event.target.value })}
          onPaste={paste}
        />
      </div>
      <div className={styles.options}>
        {!isOut && <GoingOut form={form} guild={guild} />}
        <OnTop form={form} guild={guild} id={before?.id ?? null} />
        <Switch
          label={texts.takesReplies}
          hint={texts.takesRepliesHint}
          checked={form.takesReplies}
          onChange={(takesReplies) => form.set({ takesReplies })}
        />
        <Button tone="primary" type="submit" wide busy={form.busy}>
          {isOut ? guilds.save : sending}
        </Button>
        <Button wide onClick={onDone}>
          {guilds.cancel}
        </Button>
        {!isOut && <p className={styles.note}>{texts.takeBackNote}</p>}
      </div>
    </form>
  )
}
