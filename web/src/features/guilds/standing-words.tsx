import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { Archive, Check, Hourglass, Lock, Minus, Plus, User } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { standingTo } from './standing.ts'
import styles from './standing-words.module.css'

const icons = {
  member: Check,
  staff: Check,
  pending: Hourglass,
  full: Minus,
  closed: Minus,
  open: Plus,
  approval: User,
  code: Lock,
} as const

/** The user's standing to a guild they are not in, as shape, word and reason. */
export const StandingWords = ({ guild, id }: { guild: GuildCard; id: string }) => {
  const { guilds } = useTexts()
  const { reasons } = guilds
  const standing = standingTo(guild)
  const Icon = icons[standing]
  if (standing === 'member' || standing === 'staff') return null
  const isRefused = guild.my_status === 'refused' && standing === 'approval'
  const word = isRefused ? reasons.refused : reasons[standing]
  const why = isRefused
    ? reasons.refusedText
    : standing === 'full'
      ? reasons.fullText(guild.capacity ?? 0)
      : reasons[`${standing}Text`]
  return (
    <p id={id} className={`${styles.words} ${styles[standing] ?? ''}`}>
      <b>
        <Icon size={16} strokeWidth={2.4} aria-hidden />
        {word}
      </b>
      <small>{why}</small>
    </p>
  )
}

/** The mark of a guild the user is in. */
export const JoinedMark = ({ guild }: { guild: GuildCard }) => {
  const { guilds } = useTexts()
  if (guild.archived)
    return (
      <span className={styles.archived}>
        <Archive size={16} aria-hidden />
        {guilds.archived}
      </span>
    )
  return (
    <span className={styles.joined}>
      <Check size={16} strokeWidth={2.6} aria-hidden />
      {standingTo(guild) === 'staff' ? guilds.staff : guilds.joined}
    </span>
  )
}
