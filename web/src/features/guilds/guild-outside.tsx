import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { useId } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-outside.module.css'
import people from './guild-people.module.css'
import { JoinAction } from './join-action.tsx'
import type { Guild } from './queries.ts'
import { StandingWords } from './standing-words.tsx'

/** A guild as non-members see it: how to join it, and what it is about. */
export const GuildOutside = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const reason = useId()
  return (
    <>
      <section className={styles.join} aria-labelledby="join">
        <div>
          <h2 id="join">{guilds.tasksInside}</h2>
          <p>{guilds.tasksInsideHint(guild.open_task_count)}</p>
        </div>
        <StandingWords guild={guild} id={reason} />
        <JoinAction guild={guild} reasonId={reason} size="big" />
      </section>
      <section className={styles.intro} aria-labelledby="intro">
        <h2 id="intro">{guilds.intro}</h2>
        <StoredHtml html={guild.description_html} />
      </section>
    </>
  )
}

/** The staff of a guild, for non-members. */
export const GuildStaff = ({ staff }: { staff: Guild['staff'] }) => {
  const { guilds } = useTexts()
  if (staff.length === 0) return null
  return (
    <section aria-labelledby="staff">
      <h2 id="staff">{guilds.staffTitle}</h2>
      <ul className={people.people}>
        {staff.map((person, index) => (
          <li key={person.nickname}>
            <Avatar id={index + 1} name={person.nickname} size={40} />
            <span>
              <b>{person.nickname}</b>
              <small>{person.title || guilds.roles[person.role]}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
