import type { Input, Output } from '@tongchuang/contract/call.ts'
import { letterTimes, messagesAdmin, quietLevels } from '@tongchuang/contract/messages.admin.ts'
import { adminPages } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { formatTime } from '@tongchuang/ui/time.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { noticeSettingsKey } from '../../queries/keys.ts'
import styles from './notice-settings.module.css'

type Settings = Output<typeof messagesAdmin.settings>
type Topic = Settings['topics'][number]
type Guild = Input<typeof messagesAdmin.hearGuild>

const withTopic = (before: Settings, topic: Topic): Settings => ({
  ...before,
  topics: before.topics.map((one) => (one.topic === topic.topic ? topic : one)),
})

const withLevel = (before: Settings, { guild_id, level }: Guild): Settings => ({
  ...before,
  guilds: before.guilds.map((one) => (one.guild.id === guild_id ? { ...one, level } : one)),
})

/** Saves a change and shows it at once. */
const useChange = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Topic | Guild) =>
      'topic' in change ? send(messagesAdmin.change, { topics: [change] }) : send(messagesAdmin.hearGuild, change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: noticeSettingsKey })
      client.setQueryData<Settings>(noticeSettingsKey, (before) =>
        before === undefined ? before : 'topic' in change ? withTopic(before, change) : withLevel(before, change),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: noticeSettingsKey }),
  })
}

const oneOf = <T extends string>(values: readonly T[], value: string): T =>
  values.find((one) => one === value) ?? values[0]!

const TopicRow = ({ topic, mail, onChange }: { topic: Topic; mail: boolean; onChange: (topic: Topic) => void }) => {
  const { notices } = useTexts()
  const { name, text } = notices.topics[topic.topic]
  return (
    <li>
      <Switch label={name} hint={text} checked={topic.in_app} onChange={(in_app) => onChange({ ...topic, in_app })} />
      <label className={styles.mail}>
        <span>{notices.mail}</span>
        <select
          aria-label={notices.mailOf(name)}
          value={topic.mail}
          disabled={!mail}
          onChange={({ target }) => onChange({ ...topic, mail: oneOf(letterTimes, target.value) })}
        >
          {letterTimes.map((time) => (
            <option key={time} value={time}>
              {notices.times[time]}
            </option>
          ))}
        </select>
      </label>
    </li>
  )
}

const MailTo = ({ mail, address }: Pick<Settings, 'mail' | 'address'>) => {
  const { notices } = useTexts()
  if (!mail) return <p>{notices.mailOff}</p>
  if (address === null)
    return (
      <>
        <p>{notices.noAddress}</p>
        <Link className="link" to={adminPages.account}>
          {notices.toAddress}
        </Link>
      </>
    )
  return (
    <>
      <b className={styles.address}>{address}</b>
      <p>{notices.mailText}</p>
    </>
  )
}

const Guilds = ({ guilds, onChange }: Pick<Settings, 'guilds'> & { onChange: (guild: Guild) => void }) => {
  const { notices } = useTexts()
  if (guilds.length === 0) return <p>{notices.noGuilds}</p>
  return (
    <>
      <ul className={styles.guilds}>
        {guilds.map(({ guild, role, level }) => (
          <li key={guild.id}>
            <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={24} />
            <span>
              <b>{guild.name}</b>
              <small>{notices.parts[role]}</small>
            </span>
            <select
              aria-label={notices.ofGuild(guild.name)}
              value={level}
              onChange={({ target }) => onChange({ guild_id: guild.id, level: oneOf(quietLevels, target.value) })}
            >
              {quietLevels.map((one) => (
                <option key={one} value={one}>
                  {notices.levels[one]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <p>{notices.urgentText}</p>
    </>
  )
}

/**
 * The settings of the notices to staff: by topic, on the site and by mail, and how many of each guild. Changes are
 * saved at once.
 */
export const NoticeSettings = () => {
  const { notices } = useTexts()
  const language = useLanguage()
  const query = useQuery({ queryKey: noticeSettingsKey, queryFn: () => sendQuietly(messagesAdmin.settings) })
  const change = useChange()
  const { data } = query
  return (
    <>
      <PageHead title={notices.settings}>
        <output className={styles.saved}>
          {change.isSuccess && (
            <>
              <Check size={16} aria-hidden />
              {notices.saved(formatTime(change.submittedAt, language))}
            </>
          )}
        </output>
      </PageHead>
      <ReadFailure of={query} />
      {!data && query.error && <RegionError error={query.error} onRetry={() => void query.refetch()} />}
      {!data && !query.error && <SkeletonList count={7} height={60} gap={1} />}
      {data && (
        <div className={styles.columns}>
          <section aria-labelledby="by-topic">
            <h2 id="by-topic">{notices.byTopic}</h2>
            <div className={styles.heads} aria-hidden>
              <span>{notices.topic}</span>
              <span>{notices.inApp}</span>
              <span>{notices.mail}</span>
            </div>
            <ul className={styles.topics}>
              {data.topics.map((topic) => (
                <TopicRow
                  key={topic.topic}
                  topic={topic}
                  mail={data.mail && data.address !== null}
                  onChange={(next) => change.mutate(next)}
                />
              ))}
            </ul>
          </section>
          <aside>
            <section aria-labelledby="mail-to">
              <h2 id="mail-to">{notices.mailTo}</h2>
              <MailTo mail={data.mail} address={data.address} />
            </section>
            <section aria-labelledby="by-guild">
              <h2 id="by-guild">{notices.guilds}</h2>
              <Guilds guilds={data.guilds} onChange={(next) => change.mutate(next)} />
            </section>
          </aside>
        </div>
      )}
    </>
  )
}
