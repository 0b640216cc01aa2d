import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { useId } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { JoinAction } from './join-action.tsx'
import styles from './other-guilds.module.css'
import { JoinedMark, StandingWords } from './standing-words.tsx'

const Row = ({ guild }: { guild: GuildCard }) => {
  const { guilds } = useTexts()
  const id = useId()
  const isJoined = guild.my_status === 'member'
  const facts = [
    guild.category,
    guild.teacher && guilds.teacher(guild.teacher),
    guilds.members(guild.member_count, guild.capacity),
    guild.open_task_count > 0 ? guilds.openTasks(guild.open_task_count) : '',
  ]
  return (
    <li className={styles.row}>
      <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={60} />
      <div className={styles.text}>
        <h3>
          <Link to={paths.guild(guild)}>{guild.name}</Link>
        </h3>
        <p className={styles.facts}>{guilds.facts(facts.filter(Boolean))}</p>
        <p className={styles.intro}>{guild.intro}</p>
      </div>
      <div className={styles.why}>
        {isJoined ? <JoinedMark guild={guild} /> : <StandingWords guild={guild} id={id} />}
      </div>
      <div className={styles.action}>
        {isJoined ? (
          <Link className={buttonClass()} to={paths.guild(guild)}>
            {guilds.enter}
            <span className="vh"> {guild.name}</span>
          </Link>
        ) : (
          <JoinAction guild={guild} reasonId={id} />
        )}
      </div>
    </li>
  )
}

/**
 * Guilds the user is not in, each with what is needed to join it. A guild joined here keeps its place, marked as
 * joined.
 */
export const OtherGuilds = ({ list }: { list: readonly GuildCard[] }) => (
  <ul className={styles.rows}>
    {list.map((guild) => (
      <Row key={guild.id} guild={guild} />
    ))}
  </ul>
)
