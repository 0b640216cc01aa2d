import { adminPages, adminPaths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { ledGuildsQuery } from '../../queries/guilds.ts'
import { createTask, useTaskChange } from './queries.ts'

/** Creates a draft, in the given or in a chosen guild, and opens it. */
export const CreateTask = ({ guild_id, onClose }: { guild_id?: number | undefined; onClose: () => void }) => {
  const { tasks } = useTexts()
  const navigate = useNavigate()
  const form = useId()
  const create = useTaskChange(createTask)
  const led = useQuery({ ...ledGuildsQuery, enabled: guild_id === undefined })
  const guilds = led.data ?? []
  const [title, setTitle] = useStaffText(`new-task:${guild_id ?? 'any'}`)
  const [chosen, setChosen] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const made = await create
      .mutateAsync({ guild_id: guild_id ?? Number(chosen || guilds[0]?.id), title })
      .catch(() => null)
    if (!made) return
    setTitle('')
    await navigate(adminPaths.task(made.id))
  }
  if (guild_id === undefined && led.data?.length === 0)
    return (
      <Dialog
        title={tasks.createTitle}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{tasks.cancel}</Button>
            <Link className={buttonClass('primary')} to={adminPages.guilds}>
              {tasks.toGuilds}
            </Link>
          </>
        }
      >
        <p>{tasks.noGuild}</p>
      </Dialog>
    )
  return (
    <Dialog
      title={tasks.createTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tasks.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={create.isPending}>
            {tasks.create}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <ReadFailure of={led} />
        {guild_id === undefined && (
          <SelectField label={tasks.guild} value={chosen || String(guilds[0]?.id ?? '')} onChange={setChosen}>
            {guilds.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <Field
          label={tasks.name}
          value={title}
          maxLength={80}
          required
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
