import { CallFailed } from '@tongchuang/contract/sender.ts'
import { subjects } from '@tongchuang/contract/drawings.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CategoryChoice, PolicyChoice } from './guild-form.tsx'
import styles from './guilds.module.css'
import { useGuildSave } from './queries.ts'
import type { Guild } from './queries.ts'

const rankingModes = ['off', 'top', 'top+neighbours'] as const

const valuesOf = (guild: Guild) => ({
  name: guild.name,
  category_id: guild.category_id,
  subject: guild.subject,
  intro: guild.intro,
  description: guild.description,
  capacity: guild.capacity,
  join_policy: guild.join_policy,
  visibility: guild.visibility,
  ranking_mode: guild.ranking_mode,
  gallery: guild.gallery,
  anonymous_allowed: guild.anonymous_allowed,
  feedback_named: guild.feedback_named,
  max_doing: guild.max_doing,
})

type Values = ReturnType<typeof valuesOf>

/**
 * The unsaved changes of the settings; a save based on an older version keeps them and says that there is a newer one.
 */
const useGuildSettings = (guild: Guild) => {
  const { guilds, shell } = useTexts()
  const save = useGuildSave()
  const { values, isChanged, set, goOnFromNewest, send } = usePersistedChanges(`guild:${guild.id}`, valuesOf(guild), {
    version: guild.base_version,
    restored: shell.restored,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(async (changes, version = guild.base_version) => {
      const { base_version } = await save.mutateAsync({ guild_id: guild.id, base_version: version, ...changes })
      return base_version
    }).then(
      () => showToast(guilds.saved, 'success'),
      (error: unknown) => {
        const isConflict = error instanceof CallFailed && error.reason === 'CONFLICT'
        if (isConflict) goOnFromNewest()
        showToast(isConflict ? guilds.conflict : failureText(error))
      },
    )
  }
  return { values, set, submit, isChanged, isSaving: save.isPending }
}

/** The visibility of the guild, the content of its ranking, and what its students may do. */
const HowItWorks = ({ values, set }: { values: Values; set: (next: Partial<Values>) => void }) => {
  const { guilds } = useTexts()
  return (
    <>
      <div className={styles.three}>
        <SelectField
          label={guilds.visibility}
          value={values.visibility}
          onChange={(next) => set({ visibility: next === 'hidden' ? 'hidden' : 'public' })}
        >
          {(['public', 'hidden'] as const).map((value) => (
            <option key={value} value={value}>
              {guilds.visibilities[value]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={guilds.rankingMode}
          value={values.ranking_mode}
          onChange={(next) => set({ ranking_mode: rankingModes.find((one) => one === next) ?? 'top' })}
        >
          {rankingModes.map((value) => (
            <option key={value} value={value}>
              {guilds.rankingModes[value]}
            </option>
          ))}
        </SelectField>
      </div>
      <div>
        <Switch label={guilds.gallery} checked={values.gallery} onChange={(gallery) => set({ gallery })} />
        <Switch
          label={guilds.anonymous}
          checked={values.anonymous_allowed}
          onChange={(anonymous_allowed) => set({ anonymous_allowed })}
        />
        <Switch
          label={guilds.feedbackNamed}
          checked={values.feedback_named}
          onChange={(feedback_named) => set({ feedback_named })}
        />
      </div>
    </>
  )
}

/** Chooses the subject of the guild's drawings, and shows one of them. */
const SubjectChoice = ({
  values,
  set,
  guild: { id, hue },
}: {
  values: Values
  set: (next: Partial<Values>) => void
  guild: Guild
}) => {
  const { guilds } = useTexts()
  return (
    <div className={styles.drawn}>
      <SelectField
        label={guilds.subject}
        hint={guilds.subjectHint}
        value={values.subject}
        onChange={(next) => set({ subject: subjects.find((one) => one === next) ?? values.subject })}
      >
        {subjects.map((one) => (
          <option key={one} value={one}>
            {guilds.subjects[one]}
          </option>
        ))}
      </SelectField>
      <span className={styles.drawing} style={hueStyle(hue)} aria-hidden>
        <Drawing size="picture" subject={values.subject} hue={hue} id={id} />
      </span>
    </div>
  )
}

/**
 * The settings of a guild, saved together. A save based on an older version keeps the typed words and says that there
 * is a newer one.
 */
export const GuildSettings = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const { values, set, submit, isChanged, isSaving } = useGuildSettings(guild)
  return (
    <form className={styles.settings} onSubmit={submit}>
      {!guild.may.lead && guild.status === 'active' && <p className={styles.note}>{guilds.onlyTeachers}</p>}
      <fieldset disabled={!guild.may.lead} className={styles.stack}>
        <Field
          label={guilds.name}
          value={values.name}
          maxLength={60}
          required
          onChange={(event) => set({ name: event.target.value })}
        />
        <div className={styles.three}>
          <CategoryChoice value={values.category_id} onChange={(category_id) => set({ category_id })} />
        </div>
        <SubjectChoice values={values} set={set} guild={guild} />
        <Field
          label={guilds.intro}
          value={values.intro}
          maxLength={200}
          onChange={(event) => set({ intro: event.target.value })}
        />
        <TextArea
          label={guilds.description}
          hint={guilds.markdownHint}
          rows={6}
          maxLength={10_000}
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
        <div className={styles.three}>
          <PolicyChoice value={values.join_policy} onChange={(join_policy) => set({ join_policy })} />
          <Field
            label={guilds.capacity}
            hint={guilds.capacityHint}
            type="number"
            min={1}
            max={100_000}
            value={values.capacity ?? ''}
            onChange={(event) => set({ capacity: event.target.value === '' ? null : event.target.valueAsNumber })}
          />
          <Field
            label={guilds.maxDoing}
            type="number"
            min={1}
            max={50}
            required
            value={values.max_doing}
            onChange={(event) => set({ max_doing: event.target.valueAsNumber || 1 })}
          />
        </div>
        <HowItWorks values={values} set={set} />
        {guild.may.lead && (
          <div className={styles.save}>
            <Button tone="primary" type="submit" busy={isSaving} blocked={!isChanged}>
              {guilds.save}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
