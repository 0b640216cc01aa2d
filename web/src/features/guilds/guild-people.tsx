import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button } from '@tongchuang/ui/button.tsx'
import { seedOf } from '@tongchuang/ui/hues.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-people.module.css'
import type { ClassDetail } from './queries.ts'

// Loaded when its button is pressed.
const FeedbackDialog = lazyPart(() => import('./feedback-dialog.tsx').then((module) => module.FeedbackDialog))

const Person = ({
  seed,
  name,
  avatar,
  action,
  children,
}: {
  seed: number
  name: string
  avatar: string
  action?: ReactNode
  children: ReactNode
}) => (
  <li>
    <Avatar id={seed} name={name} src={avatar || undefined} size={40} />
    <span>
      <b>{name}</b>
      <small>{children}</small>
    </span>
    {action}
  </li>
)

/** The people of a guild, and the user's own progress in its tasks. */
export const GuildPeople = ({ detail }: { detail: ClassDetail }) => {
  const { guilds } = useTexts()
  const mine = useProfile().nickname
  const [all, setAll] = useState(false)
  const [about, setAbout] = useState<ClassDetail['staff'][number] | null>(null)
  const mayTell = detail.guild.my_role === 'student'
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
            <Person
              key={person.assistant_id}
              seed={person.assistant_id}
              name={person.nickname}
              avatar={person.avatar}
              action={
                mayTell &&
                person.role === 'assistant' && (
                  <Button tone="text" size="small" onClick={() => setAbout(person)}>
                    {detail.assistant_feedback.given.includes(person.assistant_id)
                      ? guilds.feedbackAgain
                      : guilds.feedback}
                    <span className="vh">{guilds.feedbackFor(person.nickname)}</span>
                  </Button>
                )
              }
            >
              {person.title || guilds.roles[person.role]}
            </Person>
          ))}
        </ul>
        {detail.assistant_feedback.due && <p className={styles.due}>{guilds.feedbackDue}</p>}
        <Suspense>
          {about && <FeedbackDialog guild_id={detail.guild.id} assistant={about} onClose={() => setAbout(null)} />}
        </Suspense>
      </section>
      <section aria-labelledby="members">
        <h2 id="members">
          {guilds.membersTitle} <small className="num">{guilds.count(members.total)}</small>
        </h2>
        <ul className={`${styles.people} ${styles.two}`}>
          {shown.map((person, index) => (
            // Two members may have the same name; the list never changes its order while it is shown.
            <Person
              key={`${index}-${person.nickname}`}
              seed={seedOf(person.nickname)}
              name={person.nickname}
              avatar={person.avatar}
            >
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
