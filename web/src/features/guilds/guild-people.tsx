import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button } from '@tongchuang/ui/button.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-people.module.css'
import type { ClassDetail } from './queries.ts'

const Person = ({ seed, name, avatar, children }: { seed: number; name: string; avatar: string; children: ReactNode }) => (
  <li>
    <Avatar id={seed} name={name} src={avatar || undefined} size={40} />
    <span>
      <b>{name}</b>
      <small>{children}</small>
    </span>
  </li>
)

/** A number that means the same hue for the same name; lists of members carry no ids. */
const seedOf = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)

/** The people of a guild, and where I stand among its tasks. */
export const GuildPeople = ({ detail }: { detail: ClassDetail }) => {
  const { guilds } = useTexts()
  const mine = useProfile().nickname
  const [all, setAll] = useState(false)
  const { me, staff, members } = detail
  const shown = all ? members.list : members.list.slice(0, 8)
  return (
    <>
      <section aria-labelledby="me-here">
        <h2 id="me-here">{guilds.me}</h2>
        <dl className={styles.three}>
          {(['passed', 'doing', 'missing'] as const).map((name) => (
            <div key={name}>
              <dt>{guilds[name]}</dt>
              <dd>{me[name]}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.score}>{guilds.score(me.score_in_guild)}</p>
      </section>
      <section aria-labelledby="staff">
        <h2 id="staff">{guilds.staffTitle}</h2>
        <ul className={styles.people}>
          {staff.map((person) => (
            <Person key={person.assistant_id} seed={person.assistant_id} name={person.nickname} avatar={person.avatar}>
              {person.title || guilds.roles[person.role]}
            </Person>
          ))}
        </ul>
      </section>
      <section aria-labelledby="members">
        <h2 id="members">
          {guilds.membersTitle} <small className="num">{guilds.count(members.total)}</small>
        </h2>
        <ul className={`${styles.people} ${styles.two}`}>
          {shown.map((person, index) => (
            // Two members may bear the same name, and the list never changes its order while it is shown.
            <Person key={`${index}-${person.nickname}`} seed={seedOf(person.nickname)} name={person.nickname} avatar={person.avatar}>
              {guilds.facts([guilds.level(person.level), ...(person.nickname === mine ? [guilds.you] : [])])}
            </Person>
          ))}
        </ul>
        {members.list.length > shown.length && (
          <Button tone="text" size="small" className={styles.more} onClick={() => setAll(true)}>
            {guilds.showMembers(members.list.length - shown.length)}
          </Button>
        )}
      </section>
    </>
  )
}
