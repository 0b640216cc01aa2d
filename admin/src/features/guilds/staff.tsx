import { CallFailed } from '@tongchuang/contract/sender.ts'
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
const fresh: Pick<Staff, 'title' | (typeof switches)[number]> & { who: string; role: 'assistant' | 'teacher' } = {
  who: '',
  role: 'assistant',
  title: '',
  can_review: true,
  can_moderate: true,
  can_admit: false,
  can_see_grades: false,
}

type Edited = { guild: Guild; before: Staff | null; onClose: () => void }
type Given = typeof fresh

const partOf = ({ role, title, can_review, can_moderate, can_admit, can_see_grades }: Omit<Given, 'who'>) => ({
  ...{ role, title, can_review, can_moderate, can_admit, can_see_grades },
})

/** The form state of a teacher or assistant; a new one is added directly or invited. */
const useStaffForm = ({ guild, before, onClose }: Edited) => {
  const { staff } = useTexts().guilds
  // An administrator adds staff directly; a teacher invites them.
  const asks = !usePermitted(['admin']) && before === null
  const save = useGuildChange(saveStaff)
  const remove = useGuildChange(removeStaff)
  // Changes are applied to the current values, even if a colleague changes those meanwhile.
  const [changes, setChanges] = useState<Partial<Given>>({})
  const given: Given = { ...fresh, ...(before && { ...partOf(before), who: before.username }), ...changes }
  const done = () => {
    onClose()
    if (asks) showToast(staff.invited, 'success')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { guild_id: guild.id, who: given.who, ...partOf(given), ...(before && { seen: partOf(before) }) },
      {
        onSuccess: done,
        // The dialog may close because its person is no longer staff, so this failure is also shown as a toast.
        onError: (error) => error instanceof CallFailed && error.reason === 'CHANGED' && showToast(failureText(error)),
      },
    )
  }
  const set = (next: Partial<Given>) => setChanges({ ...changes, ...next })
  return { asks, save, remove, given, set, submit }
}

/** Asks for confirmation before somebody is removed from the staff of a guild. */
const Remove = ({
  name,
  busy,
  onRemove,
  onClose,
}: {
  name: string
  busy: boolean
  onRemove: () => void
  onClose: () => void
}) => {
  const { guilds } = useTexts()
  const { staff } = guilds
  return (
    <Dialog
      title={staff.removeTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{guilds.cancel}</Button>
          <Button tone="danger" busy={busy} onClick={onRemove}>
            {staff.remove}
          </Button>
        </>
      }
    >
      <p>{staff.removeText}</p>
    </Dialog>
  )
}

const EditStaff = ({ guild, before, onClose }: Edited) => {
  const { guilds } = useTexts()
  const { staff } = guilds
  const form = useId()
  const { asks, save, remove, given, set, submit } = useStaffForm({ guild, before, onClose })
  const [removing, setRemoving] = useState(false)
  if (removing && before)
    return (
      <Remove
        name={before.nickname}
        busy={remove.isPending}
        onRemove={() => remove.mutate({ guild_id: guild.id, user_id: before.user_id }, { onSuccess: onClose })}
        onClose={() => setRemoving(false)}
      />
    )
  return (
    <Dialog
      title={before ? staff.editTitle(before.nickname) : staff.addTitle}
      onClose={onClose}
      actions={
        <>
          {before && (
            <Button tone="danger" onClick={() => setRemoving(true)}>
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
            onChange={(event) => set({ who: event.target.value })}
          />
        )}
        {before && save.error && <p role="alert">{failureText(save.error)}</p>}
        <Pick
          label={staff.role}
          value={given.role}
          items={(['assistant', 'teacher'] as const).map((value) => ({ value, label: staff.roles[value] }))}
          onChange={(role) => set({ role })}
        />
        <Field
          label={staff.titleField}
          hint={staff.titleHint}
          value={given.title}
          maxLength={20}
          onChange={(event) => set({ title: event.target.value })}
        />
        {given.role === 'assistant' &&
          switches.map((name) => (
            <Switch
              key={name}
              label={staff.switches[name]}
              hint={staff.switchHints[name]}
              checked={given[name]}
              onChange={(checked) => set({ [name]: checked })}
            />
          ))}
      </form>
    </Dialog>
  )
}

/** The teachers and assistants of a guild, with the permissions of each. */
export const StaffList = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const { staff } = guilds
  const query = useQuery(staffQuery(guild.id))
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const edited = query.data?.find(({ user_id }) => user_id === editing)
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
              <Button
                size="small"
                tone="text"
                aria-label={staff.edit(one.nickname)}
                onClick={() => setEditing(one.user_id)}
              >
                {staff.change}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(editing === 'new' || edited) && (
        <EditStaff key={editing} guild={guild} before={edited ?? null} onClose={() => setEditing(null)} />
      )}
    </section>
  )
}
