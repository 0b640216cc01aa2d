import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { usePermitted } from '@tongchuang/ui/permission.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guilds.module.css'
import { removeStaff, saveStaff, staffQuery, useGuildChange } from './queries.ts'
import type { Guild, Staff } from './queries.ts'

const switches = ['can_review', 'can_moderate', 'can_admit', 'can_see_grades'] as const
const fresh = {
  who: '',
  role: 'assistant' as 'assistant' | 'teacher',
  title: '',
  can_review: true,
  can_moderate: true,
  can_admit: false,
  can_see_grades: false,
}

type Edited = { guild: Guild; before: Staff | null; onClose: () => void }

/** What is typed about somebody who teaches or assists, and how they come into the guild: put there, or asked. */
const useStaffForm = ({ guild, before, onClose }: Edited) => {
  const { staff } = useTexts().guilds
  // An administrator puts somebody there; a teacher asks them.
  const asks = !usePermitted(['admin']) && before === null
  const save = useGuildChange(saveStaff)
  const remove = useGuildChange(removeStaff)
  const [given, setGiven] = useState(before ? { ...fresh, ...before, who: before.username } : fresh)
  const done = () => {
    onClose()
    if (asks) showToast(staff.invited, 'success')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { who, role, title, can_review, can_moderate, can_admit, can_see_grades } = given
    save.mutate(
      { guild_id: guild.id, who, role, title, can_review, can_moderate, can_admit, can_see_grades },
      { onSuccess: done },
    )
  }
  return { asks, save, remove, given, setGiven, submit }
}

const EditStaff = ({ guild, before, onClose }: Edited) => {
  const { guilds } = useTexts()
  const { staff } = guilds
  const form = useId()
  const { asks, save, remove, given, setGiven, submit } = useStaffForm({ guild, before, onClose })
  return (
    <Dialog
      title={before ? staff.editTitle(before.nickname) : staff.addTitle}
      onClose={onClose}
      actions={
        <>
          {before && (
            <Button
              tone="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate({ guild_id: guild.id, user_id: before.user_id }, { onSuccess: onClose })}
            >
              {staff.remove}
            </Button>
          )}
          <Button onClick={onClose}>{guilds.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={save.isPending}>
            {guilds.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className={styles.stack}>
        {!before && (
          <Field
            label={staff.who}
            {...(asks && { hint: staff.asked })}
            value={given.who}
            maxLength={60}
            required
            autoComplete="off"
            error={save.error ? failureText(save.error) : null}
            onChange={(event) => setGiven({ ...given, who: event.target.value })}
          />
        )}
        {before && save.error && <p role="alert">{failureText(save.error)}</p>}
        <Pick
          label={staff.role}
          value={given.role}
          items={(['assistant', 'teacher'] as const).map((value) => ({ value, label: staff.roles[value] }))}
          onChange={(role) => setGiven({ ...given, role })}
        />
        <Field
          label={staff.titleField}
          hint={staff.titleHint}
          value={given.title}
          maxLength={20}
          onChange={(event) => setGiven({ ...given, title: event.target.value })}
        />
        {given.role === 'assistant' &&
          switches.map((name) => (
            <Switch
              key={name}
              label={staff.switches[name]}
              hint={staff.switchHints[name]}
              checked={given[name]}
              onChange={(checked) => setGiven({ ...given, [name]: checked })}
            />
          ))}
      </form>
    </Dialog>
  )
}

/** Teachers and assistants, with what each may do. */
export const StaffList = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const { staff } = guilds
  const query = useQuery(staffQuery(guild.id))
  const [editing, setEditing] = useState<Staff | 'new' | null>(null)
  return (
    <section className={styles.card} aria-labelledby="staff">
      <header>
        <h2 id="staff">{staff.title}</h2>
        {guild.may.lead && (
          <Button size="small" tone="text" onClick={() => setEditing('new')}>
            {staff.add}
          </Button>
        )}
      </header>
      <ReadFailure of={query} />
      <ul className={styles.rows}>
        {query.data?.map((one) => (
          <li key={one.user_id}>
            <Avatar id={one.user_id} name={one.nickname} src={one.avatar} size={32} />
            <div className={styles.grow}>
              <b>{one.nickname}</b>
              <small>
                {[
                  staff.roles[one.role],
                  one.title,
                  ...(one.role === 'assistant'
                    ? [
                        switches
                          .filter((name) => one[name])
                          .map((name) => staff.switches[name])
                          .join(guilds.comma),
                      ]
                    : []),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            {guild.may.lead && (
              <Button size="small" tone="text" aria-label={staff.edit(one.nickname)} onClick={() => setEditing(one)}>
                {staff.change}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {editing && (
        <EditStaff guild={guild} before={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </section>
  )
}
