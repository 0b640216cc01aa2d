import type { FlagCode } from '@tongchuang/contract/flags.ts'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './flag-composer.module.css'
import { flagsAlikeQuery } from './flag-queries.ts'
import type { Guild } from './queries.ts'

export type FlagValues = Pick<Guild, 'hue' | 'glyph' | 'motto'> & { flag: FlagCode }

/** Names the guilds whose flags look alike, in words; saving remains possible. */
const Alike = ({ guild_id, values }: { guild_id: number; values: FlagValues }) => {
  const { guilds } = useTexts()
  const { flag: texts } = guilds
  const query = useQuery(flagsAlikeQuery(guild_id, values.flag, values.glyph))
  if (query.error && !query.data) return <ReadFailure of={query} />
  const found = query.data ?? []
  return (
    <output className={styles.alike}>
      {query.isPlaceholderData || !query.data ? (
        <p>{texts.asking}</p>
      ) : found.length === 0 ? (
        <>
          <b className={styles.apart}>
            <CircleCheck size={18} aria-hidden />
            {texts.apart}
          </b>
          <small>{texts.apartWhy}</small>
        </>
      ) : (
        <>
          {found.map(({ name, same }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two guilds may have one name, and hidden ones have none
            <b key={at} className={styles.like}>
              <TriangleAlert size={18} aria-hidden />
              {same ? texts.same(name) : texts.near(name)}
            </b>
          ))}
          <small>{texts.mayStill}</small>
        </>
      )}
    </output>
  )
}

/** The flag as students see it: in the heading of the guild, in three sizes and in grey. */
export const FlagPreview = ({ guild, values }: { guild: Guild; values: FlagValues }) => {
  const { guilds } = useTexts()
  const { flag: texts } = guilds
  const { motto: _, ...flag } = values
  return (
    <div className={styles.preview}>
      <h3>{texts.seen}</h3>
      <div className={styles.head} style={hueStyle(values.hue)} aria-hidden>
        <Drawing size="corner" subject={guild.subject} hue={values.hue} id={guild.id} className={styles.drawing} />
        <Emblem {...flag} height={72} />
        <div>
          <b>{guild.name}</b>
          <p>{values.motto || guild.intro}</p>
          <small>{guild.category}</small>
        </div>
      </div>
      <div className={styles.sizes} aria-hidden>
        {[64, 40, 24].map((height) => (
          <span key={height}>
            <Emblem {...flag} height={height} />
            {height}
          </span>
        ))}
        <span>
          <i className={styles.greys}>
            <Emblem {...flag} height={40} />
          </i>
          {texts.greys}
        </span>
      </div>
      <Alike guild_id={guild.id} values={values} />
    </div>
  )
}
