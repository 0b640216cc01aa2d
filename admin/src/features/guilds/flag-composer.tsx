import { hues } from '@tongchuang/contract/rules/hues.ts'
import { flagCode, flagGlyphs, flagOf, flagPatterns, flagShapes } from '@tongchuang/contract/flags.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { Glyph } from '@tongchuang/ui/glyphs.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import choices from './flag-choices.module.css'
import styles from './flag-composer.module.css'
import { FlagPreview } from './flag-preview.tsx'
import type { FlagValues } from './flag-preview.tsx'
import history from './flag-history.module.css'
import { flagHistoryQuery } from './flag-queries.ts'
import { useGuildSave } from './queries.ts'
import type { Guild } from './queries.ts'

/** A single choice among options, each a picture with its name below it or for screen readers only. */
const Choices = <T extends string>({
  legend,
  items,
  value,
  nameOf,
  onChange,
  isQuiet = false,
  children,
}: {
  legend: string
  items: readonly T[]
  value: string
  nameOf: (item: T) => string
  onChange: (item: T) => void
  isQuiet?: boolean
  children: (item: T) => ReactNode
}) => (
  <fieldset className={choices.choices}>
    <legend>{legend}</legend>
    <div>
      {items.map((item) => (
        <label key={item}>
          <input type="radio" name={legend} checked={item === value} onChange={() => onChange(item)} />
          <i>{children(item)}</i>
          <span className={isQuiet ? 'vh' : undefined}>{nameOf(item)}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

const History = ({ guild_id }: { guild_id: number }) => {
  const { flag: texts } = useTexts().guilds
  const query = useQuery(flagHistoryQuery(guild_id))
  const { data = [] } = query
  if (query.error && !query.data) return <ReadFailure of={query} />
  if (data.length === 0) return null
  return (
    <details className={history.history}>
      <summary>{texts.history}</summary>
      <ul>
        {data.map(({ id, motto, actor, at, ...flag }) => (
          <li key={id}>
            <Emblem {...flag} height={32} />
            <span>
              {motto}
              <small>
                {actor} <Moment at={at} />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The form state of the flag: the chosen parts until they are saved. */
const useFlag = (guild: Guild) => {
  const { guilds, shell } = useTexts()
  const save = useGuildSave()
  const { hue, glyph, flag, motto } = guild
  const shown: FlagValues = { hue, glyph, motto, flag: flagCode(flagOf(flag)) }
  const { values, isChanged, set, goOnFromNewest, send } = usePersistedChanges(`flag:${guild.id}`, shown, {
    version: guild.base_version,
    restored: shell.restored,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(async (changes, version = guild.base_version) => {
      const { base_version } = await save.mutateAsync({ guild_id: guild.id, base_version: version, ...changes })
      return base_version
    }).then(
      () => showToast(guilds.flag.saved, 'success'),
      (error: unknown) => {
        const isConflict = error instanceof CallFailed && error.reason === 'CONFLICT'
        if (isConflict) goOnFromNewest()
        showToast(isConflict ? guilds.conflict : failureText(error))
      },
    )
  }
  return {
    values,
    set,
    submit,
    isChanged,
    isSaving: save.isPending,
  }
}

const Parts = ({ values, set }: { values: FlagValues; set: (next: Partial<FlagValues>) => void }) => {
  const { guilds } = useTexts()
  const { flag: texts } = guilds
  const parts = flagOf(values.flag)
  const compose = (next: Partial<typeof parts>) => set({ flag: flagCode({ ...parts, ...next }) })
  const glyphs: readonly string[] = flagGlyphs.some((one) => one === values.glyph)
    ? flagGlyphs
    : [values.glyph, ...flagGlyphs]
  const names: Readonly<Record<string, string>> = guilds.glyphs
  const drawn = (given: Partial<typeof parts>) => (
    <Emblem hue={values.hue} glyph={values.glyph} flag={flagCode({ ...parts, ...given })} height={32} />
  )
  return (
    <>
      <Choices
        legend={texts.shape}
        items={flagShapes}
        value={parts.shape}
        nameOf={(shape) => texts.shapes[shape]}
        onChange={(shape) => compose({ shape })}
      >
        {(shape) => drawn({ shape })}
      </Choices>
      <Choices
        legend={texts.pattern}
        items={flagPatterns}
        value={parts.pattern}
        nameOf={(pattern) => texts.patterns[pattern]}
        onChange={(pattern) => compose({ pattern })}
      >
        {(pattern) => drawn({ pattern })}
      </Choices>
      <Choices
        legend={texts.glyph}
        items={glyphs}
        value={values.glyph}
        nameOf={(glyph) => names[glyph] ?? glyph}
        onChange={(glyph) => set({ glyph })}
        isQuiet
      >
        {(glyph) => (
          <svg viewBox="0 0 24 24" width="28" height="28" className={choices.glyph} aria-hidden>
            <Glyph name={glyph} />
          </svg>
        )}
      </Choices>
      <Choices
        legend={texts.first}
        items={hues}
        value={values.hue}
        nameOf={(hue) => guilds.hues[hue]}
        onChange={(hue) => set({ hue })}
      >
        {(hue) => <b className={choices.deep} style={hueStyle(hue)} />}
      </Choices>
      <Choices
        legend={texts.second}
        items={hues}
        value={parts.second}
        nameOf={(hue) => guilds.hues[hue]}
        onChange={(second) => compose({ second })}
      >
        {(hue) => <b className={choices.mid} style={hueStyle(hue)} />}
      </Choices>
    </>
  )
}

/** The composer of a guild's flag, with a live preview of the guild's heading; saved separately. */
export const FlagComposer = ({ guild }: { guild: Guild }) => {
  const { flag: texts } = useTexts().guilds
  const { values, set, submit, isChanged, isSaving } = useFlag(guild)
  return (
    <section className={styles.composer} aria-labelledby="flag">
      <h2 id="flag">{texts.title}</h2>
      <p>{texts.hint}</p>
      <form onSubmit={submit}>
        <div className={styles.columns}>
          <FlagPreview guild={guild} values={values} />
          <fieldset disabled={!guild.may.lead} className={styles.parts}>
            <Parts values={values} set={set} />
            <Field
              label={texts.motto}
              hint={texts.mottoHint([...values.motto].length)}
              value={values.motto}
              onChange={(event) => set({ motto: [...event.target.value].slice(0, 24).join('') })}
            />
            {guild.may.lead && (
              <div>
                <Button tone="primary" type="submit" busy={isSaving} blocked={!isChanged}>
                  {texts.save}
                </Button>
              </div>
            )}
          </fieldset>
        </div>
      </form>
      <History guild_id={guild.id} />
    </section>
  )
}
