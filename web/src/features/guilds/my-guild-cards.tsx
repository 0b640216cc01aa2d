import { LinkCard } from '@tongchuang/ui/link-card.tsx'
import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { CalendarLeaf } from '@tongchuang/ui/calendar-leaf.tsx'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment, formatRemaining } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { dueLeaf, overdueWords } from '../../locales/due-words.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './my-guild-cards.module.css'
import { JoinedMark } from './standing-words.tsx'

const useFacts = (guild: GuildCard, withCount: boolean): string => {
  const { guilds } = useTexts()
  const parts = [
    guild.category,
    guild.teacher && guilds.teacher(guild.teacher),
    withCount ? guilds.members(guild.member_count, null) : '',
  ]
  return guilds.facts(parts.filter(Boolean))
}

const day = 24 * 3_600_000

/** The guild with the most urgent task: a wide card in its tint, showing the task. */
const UrgentGuild = ({ guild, due }: { guild: GuildCard; due: NonNullable<GuildCard['due_soon']> }) => {
  const { guilds, square, tasks } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  const facts = useFacts(guild, true)
  const isReturned = due.state === 'returned'
  const leaf = due.due_at
    ? dueLeaf({ ...due, due_at: due.due_at }, language, now)
    : { top: square.card.leafFree, main: square.card.leafFreeMain, tone: 'open' as const }
  const late = overdueWords(due, tasks, now)
  const presses = due.due_at !== null && Date.parse(due.due_at) - now < day && Date.parse(due.due_at) > now
  const when = () => {
    if (late) return late
    if (isReturned) return square.card.toRevise
    if (!due.due_at) return square.card.noDue
    return presses ? formatRemaining(due.due_at, language, now) : guilds.due(formatMoment(due.due_at, language, now))
  }
  return (
    <li className={styles.urgent} style={hueStyle(guild.hue)}>
      <div className={styles.above}>
        <Drawing size="corner" subject={guild.subject} hue={guild.hue} id={guild.id} className={styles.drawing} />
        <div className={styles.who}>
          <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={84} />
          <div>
            <h3>
              <Link to={paths.guild(guild)}>{guild.name}</Link>
            </h3>
            <p>{facts}</p>
            <JoinedMark guild={guild} />
          </div>
        </div>
      </div>
      <Link className={styles.task} to={paths.task({ guild: guild.id, task: due.task_id })}>
        <CalendarLeaf {...leaf} />
        <span>
          <b className={late || isReturned ? styles.returned : presses ? styles.pressing : styles.soon}>{when()}</b>
          <b className={styles.title}>{due.title}</b>
        </span>
        <ChevronRight size={20} aria-hidden />
      </Link>
    </li>
  )
}

const Card = ({ guild }: { guild: GuildCard }) => {
  const { guilds, tasks } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  const facts = useFacts(guild, false)
  const due = guild.due_soon
  const late = due && overdueWords(due, tasks, now)
  return (
    <LinkCard as="li" style={hueStyle(guild.hue)}>
      <div className={styles.cover}>
        {guild.cover ? (
          <img src={guild.cover} alt="" loading="lazy" />
        ) : (
          <Drawing size="corner" subject={guild.subject} hue={guild.hue} id={guild.id} />
        )}
      </div>
      <div className={styles.body}>
        <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={60} />
        <div>
          <h3>
            <Link to={paths.guild(guild)}>{guild.name}</Link>
          </h3>
          <p className={styles.facts}>{facts}</p>
          <p className={styles.next}>
            {late ? (
              <b className={styles.returned}>{late}</b>
            ) : due?.state === 'returned' ? (
              <b className={styles.returned}>{guilds.returned}</b>
            ) : due?.due_at ? (
              guilds.due(formatMoment(due.due_at, language, now))
            ) : (
              guild.intro
            )}
          </p>
        </div>
        <p className={styles.foot}>
          <span>{guilds.members(guild.member_count, null)}</span>
          <span>{guild.open_task_count > 0 ? guilds.openTasks(guild.open_task_count) : guilds.noOpenTasks}</span>
          <JoinedMark guild={guild} />
        </p>
      </div>
    </LinkCard>
  )
}

/** The user's guilds, the most urgent one as a wide card. */
export const MyGuildCards = ({ list }: { list: readonly GuildCard[] }) => {
  const [first] = list
  const urgent = first?.due_soon ? { guild: first, due: first.due_soon } : null
  return (
    <ul className={styles.cards}>
      {urgent && <UrgentGuild {...urgent} />}
      {(urgent ? list.slice(1) : list).map((guild) => (
        <Card key={guild.id} guild={guild} />
      ))}
    </ul>
  )
}
