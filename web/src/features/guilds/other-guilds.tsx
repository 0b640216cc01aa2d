import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { useId } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { JoinAction } from './join-action.tsx'
import styles from './other-guilds.module.css'
import { StandingWords } from './standing-words.tsx'

const Row = ({ guild }: { guild: GuildCard }) => {
  const { guilds } = useTexts()
  const id = useId()
  const facts = [
    guild.category,
    guild.teacher && guilds.teacher(guild.teacher),
    guilds.members(guild.member_count, guild.capacity),
    guild.open_task_count > 0 ? guilds.openTasks(guild.open_task_count) : '',
  ]
  return (
    <li className={styles.row}>
      <Emblem id={guild.id} hue={guild.hue} glyph={guild.glyph} height={60} />
      <div className={styles.text}>
        <h3>
          <Link to={paths.guild(guild)}>{guild.name}</Link>
        </h3>
        <p className={styles.facts}>{guilds.facts(facts.filter(Boolean))}</p>
        <p className={styles.intro}>{guild.intro}</p>
      </div>
      <div className={styles.why}>
        <StandingWords guild={guild} id={id} />
      </div>
      <div className={styles.action}>
        <JoinAction guild={guild} reasonId={id} />
      </div>
    </li>
  )
}

/** Guilds I am not in, each with what stands between. */
export const OtherGuilds = ({ list }: { list: readonly GuildCard[] }) => (
  <ul className={styles.rows}>
    {list.map((guild) => (
      <Row key={guild.id} guild={guild} />
    ))}
  </ul>
)
