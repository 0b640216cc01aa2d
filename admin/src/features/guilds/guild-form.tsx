import { type Hue, hues } from '@tongchuang/contract/rules/hues.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import type { createSendOnce } from '@tongchuang/ui/send-once.ts'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { categoriesQuery, createGuild, useGuildChange } from './queries.ts'

const policies = ['open', 'code', 'approval', 'closed'] as const

/** A choice of categories; a second-level name follows that of its parent. */
export const CategoryChoice = ({
  value,
  onChange,
}: {
  value: number | null
  onChange: (value: number | null) => void
}) => {
  const { guilds } = useTexts()
  const query = useQuery(categoriesQuery)
  const data = query.data ?? []
  const nameOf = (id: number) => data.find((one) => one.id === id)?.name ?? ''
  if (query.error && !query.data) return <ReadFailure of={query} />
  return (
    <SelectField
      label={guilds.category}
      value={String(value ?? '')}
      onChange={(id) => onChange(id === '' ? null : Number(id))}
    >
      <option value="">{guilds.noCategory}</option>
      {data.map(({ id, pid, name }) => (
        <option key={id} value={id}>
          {pid === 0 ? name : `${nameOf(pid)} / ${name}`}
        </option>
      ))}
    </SelectField>
  )
}

/** The colour of a guild; its flag is composed in its settings. */
const HueChoice = ({ value, onChange }: { value: Hue; onChange: (value: Hue) => void }) => {
  const { guilds } = useTexts()
  return (
    <SelectField
      label={guilds.hue}
      value={value}
      onChange={(next) => onChange(hues.find((one) => one === next) ?? value)}
    >
      {hues.map((one) => (
        <option key={one} value={one}>
          {guilds.hues[one]}
        </option>
      ))}
    </SelectField>
  )
}

export const PolicyChoice = ({
  value,
  onChange,
}: {
  value: (typeof policies)[number]
  onChange: (value: (typeof policies)[number]) => void
}) => {
  const { guilds } = useTexts()
  return (
    <SelectField
      label={guilds.policy}
      value={value}
      onChange={(next) => onChange(policies.find((one) => one === next) ?? value)}
    >
      {policies.map((one) => (
        <option key={one} value={one}>
          {guilds.policies[one]}
        </option>
      ))}
    </SelectField>
  )
}

type NewGuild = Parameters<typeof createGuild>[0]

type CreateProps = { sendOnce: ReturnType<typeof createSendOnce>; onClose: () => void }

/** Creates a guild and opens it. */
export const CreateGuild = ({ sendOnce, onClose }: CreateProps) => {
  const { guilds } = useTexts()
  const navigate = useNavigate()
  const form = useId()
  const create = useGuildChange(createGuild)
  const [given, setGiven] = useState<Required<Pick<NewGuild, 'name' | 'category_id' | 'hue' | 'join_policy'>>>({
    name: '',
    category_id: null,
    hue: 'tech',
    join_policy: 'approval',
  })
  const set = (next: object) => setGiven({ ...given, ...next })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const made = await sendOnce([given], (key) => create.mutateAsync({ ...given, key })).catch(() => null)
    if (made) await navigate(adminPaths.guild(made.id, 'settings'))
  }
  return (
    <Dialog
      title={guilds.create}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{guilds.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={create.isPending}>
            {guilds.create}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 14 }}>
        <Field
          label={guilds.name}
          value={given.name}
          maxLength={60}
          required
          onChange={(event) => set({ name: event.target.value })}
        />
        <CategoryChoice value={given.category_id} onChange={(category_id) => set({ category_id })} />
        <HueChoice value={given.hue} onChange={(hue) => set({ hue })} />
        <PolicyChoice value={given.join_policy} onChange={(join_policy) => set({ join_policy })} />
      </form>
    </Dialog>
  )
}
