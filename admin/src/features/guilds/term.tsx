import type { Output } from '@tongchuang/contract/call.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import type { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { NameToConfirm } from '@tongchuang/ui/name-to-confirm.tsx'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { createSendOnce } from '@tongchuang/ui/send-once.ts'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './guilds.module.css'
import { archiveGuild, copyGuild, reviveGuild, termPreviewQuery, useGuildChange } from './queries.ts'
import type { Guild } from './queries.ts'

const halfYear = 182
const mostDays = 3650

type PreviewProps = {
  read: UseQueryResult<Output<typeof termsAdmin.previewCopy>>
  withMembers: boolean
  archiveOld: boolean
}

type CutOffProps = { of: Pick<Output<typeof termsAdmin.previewCopy>, 'waiting' | 'held' | 'under_way'> }

/** What archiving a guild would cut off. */
const CutOff = ({ of }: CutOffProps) => {
  const { term } = useTexts().guilds
  return (
    <>
      {of.waiting > 0 && <p>{term.waiting(of.waiting)}</p>}
      {of.held > 0 && <p>{term.held(of.held)}</p>}
      {of.under_way > 0 && <p>{term.underWay(of.under_way)}</p>}
    </>
  )
}

/** The same before a guild is archived without a copy. */
const ArchivedOff = ({ guild_id }: { guild_id: number }) => {
  const read = useQuery(termPreviewQuery(guild_id, 0))
  return read.data ? <CutOff of={read.data} /> : <ReadFailure of={read} />
}

/** A preview of what a copy will contain. */
const Preview = ({ read, withMembers, archiveOld }: PreviewProps) => {
  const { term } = useTexts().guilds
  const language = useLanguage()
  const { data } = read
  if (!data) return <ReadFailure of={read} />
  return (
    <div className={styles.preview} aria-live="polite">
      <p>{term.preview(data.chapters, data.tasks, data.criteria, data.staff)}</p>
      {withMembers && <p>{term.previewMembers(data.members)}</p>}
      {archiveOld && <CutOff of={data} />}
      {data.first.length > 0 && (
        <>
          <p>{term.dates}</p>
          <ul>
            {data.first.slice(0, 5).map((task) => (
              <li key={task.title + task.due_before}>
                {term.dated(task.title, formatMoment(task.due_after ?? task.due_before ?? '', language))}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type CopyProps = { guild: Guild; sendOnce: ReturnType<typeof createSendOnce>; onClose: () => void }

const CopyTerm = ({ guild, sendOnce, onClose }: CopyProps) => {
  const { guilds } = useTexts()
  const { term } = guilds
  const navigate = useNavigate()
  const form = useId()
  const copy = useGuildChange(copyGuild)
  const [name, setName] = useState(guild.name)
  const [days, setDays] = useState(halfYear)
  const [withMembers, setWithMembers] = useState(false)
  const [archiveOld, setArchiveOld] = useState(false)
  // While a number is typed, the field may be empty, or hold more than a copy accepts.
  const isShift = Math.abs(days) <= mostDays
  const preview = useQuery({
    ...termPreviewQuery(guild.id, days),
    enabled: isShift,
    placeholderData: (before) => (isShift ? before : undefined),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = { guild_id: guild.id, name, days, with_members: withMembers, archive_old: archiveOld }
    const made = await sendOnce([wanted], (key) => copy.mutateAsync({ ...wanted, key })).catch(() => null)
    if (!made) return
    showToast(term.made(made.tasks), 'success')
    await navigate(adminPaths.guild(made.guild_id, 'tasks'))
  }
  return (
    <Dialog
      title={term.copyTitle}
      onClose={onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>{guilds.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={copy.isPending}>
            {term.make}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className={styles.stack}>
        <p>{term.copyText}</p>
        <Field
          label={term.newName}
          value={name}
          maxLength={60}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={term.days}
          aside={term.daysUnit}
          type="number"
          min={-mostDays}
          max={mostDays}
          required
          value={Number.isNaN(days) ? '' : days}
          onChange={(event) => setDays(Math.trunc(event.target.valueAsNumber))}
        />
        <Switch label={term.members} checked={withMembers} onChange={setWithMembers} />
        <Switch label={term.archiveOld} checked={archiveOld} onChange={setArchiveOld} />
        <Preview read={preview} withMembers={withMembers} archiveOld={archiveOld} />
      </form>
    </Dialog>
  )
}

/** The end of a term: copying the guild for the next one, and archiving it. */
export const TermCard = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const { term } = guilds
  const [open, setOpen] = useState<'copy' | 'archive' | null>(null)
  // It outlives the dialog: whoever closes it after a lost answer and copies again gets the same copy.
  const [sendOnce] = useState(createSendOnce)
  const archive = useGuildChange(archiveGuild)
  const revive = useGuildChange(reviveGuild)
  return (
    <section className={styles.card} aria-labelledby="term">
      <header>
        <h2 id="term">{term.title}</h2>
      </header>
      <div className={styles.actions}>
        <Button size="small" onClick={() => setOpen('copy')}>
          {term.copy}
        </Button>
        {guild.status === 'active' ? (
          <Button size="small" tone="danger" onClick={() => setOpen('archive')}>
            {term.archive}
          </Button>
        ) : (
          <Button
            size="small"
            busy={revive.isPending}
            onClick={() => revive.mutate(guild.id, { onSuccess: () => showToast(term.revived, 'success') })}
          >
            {term.revive}
          </Button>
        )}
      </div>
      {open === 'copy' && <CopyTerm guild={guild} sendOnce={sendOnce} onClose={() => setOpen(null)} />}
      {open === 'archive' && (
        <NameToConfirm
          title={term.archive}
          text={term.archiveText}
          more={<ArchivedOff guild_id={guild.id} />}
          label={guilds.people.typeName(guild.name)}
          name={guild.name}
          action={term.archive}
          busy={archive.isPending}
          onClose={() => setOpen(null)}
          onConfirm={() =>
            archive.mutate(guild.id, {
              onSuccess: () => {
                setOpen(null)
                showToast(term.archived, 'success')
              },
            })
          }
        />
      )}
    </section>
  )
}
