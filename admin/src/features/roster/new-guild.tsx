import { Field } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './checked-guilds.module.css'
import { leadersQuery, shelvesQuery, useSettleGuild } from './queries.ts'
import type { RosterGuild } from './queries.ts'

/** The name, category and leader of a guild that an import will create. */
export const NewGuild = ({ id, guild }: { id: number; guild: RosterGuild }) => {
  const { roster, shell } = useTexts()
  const shelves = useQuery(shelvesQuery)
  const leaders = useQuery(leadersQuery)
  const settle = useSettleGuild(id)
  const [name, setName] = useState(guild.name)
  const isNamed = name.trim() !== '' && name.trim() !== guild.name
  return (
    <div className={styles.fields}>
      <Field
        label={roster.guildName}
        hint={guild.teachers.length > 0 ? roster.ledBy(shell.listed(guild.teachers)) : undefined}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => isNamed && settle.mutate({ key: guild.key, name: name.trim() })}
      />
      <SelectField
        label={roster.category}
        value={String(guild.category_id ?? '')}
        onChange={(value) => settle.mutate({ key: guild.key, category_id: value === '' ? null : Number(value) })}
      >
        <option value="">{roster.noCategory}</option>
        {shelves.data?.map((shelf) => (
          <option key={shelf.id} value={shelf.id}>
            {shelf.name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={roster.leader}
        value={String(guild.teacher_id ?? '')}
        onChange={(value) => settle.mutate({ key: guild.key, teacher_id: value === '' ? null : Number(value) })}
      >
        <option value="">{roster.noLeader}</option>
        {leaders.data?.map((person) => (
          <option key={person.id} value={person.id}>
            {person.nickname}
          </option>
        ))}
      </SelectField>
      <ReadFailure of={shelves} />
      <ReadFailure of={leaders} />
    </div>
  )
}
