import { paths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { abilitiesOf, InvitationAnswer, useInvitationRows } from '@tongchuang/ui/invitation-answer.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './invitations.module.css'
import { invitationsQuery, useAnswerInvitation } from './queries.ts'
import type { Invitation } from './queries.ts'

type Answer = 'accepted' | 'declined'
type RowProps = { invitation: Invitation; answer: Answer | null; onAnswer: (answer: Answer) => void }

const Row = ({ invitation, answer, onAnswer }: RowProps) => {
  const { invited } = useTexts().guilds
  const { id, guild_id, name, role, title, invited_by } = invitation
  const send = useAnswerInvitation(({ status }) => {
    onAnswer(status)
    showToast(status === 'accepted' ? invited.cameIn[role](name) : invited.declinedNow(name), 'success')
  })
  const may = role === 'assistant' ? abilitiesOf(invitation).map((ability) => invited.abilities[ability]) : []
  return (
    <li>
      <Emblem hue={invitation.hue} glyph={invitation.glyph} flag={invitation.flag} height={44} />
      <div className={styles.words}>
        <p>{invited.asks[role](invited_by, name)}</p>
        {role !== 'student' && (
          <p className={styles.part}>
            {invited.part({ title, may })}
            <span>{invited.noStudent}</span>
          </p>
        )}
      </div>
      <InvitationAnswer
        name={name}
        answer={answer}
        sending={send.isPending ? (send.variables.accept ? 'accept' : 'decline') : null}
        onAnswer={(accept) => send.mutate({ id, accept })}
        words={invited}
        to={paths.guild({ id: guild_id, name })}
        icon={<CircleCheck size={18} aria-hidden />}
        className={styles}
      />
    </li>
  )
}

const none: readonly Invitation[] = []

/** The user's invitations into guilds. */
export const Invitations = () => {
  const { invited } = useTexts().guilds
  const query = useQuery(invitationsQuery)
  const { rows, noteAnswer } = useInvitationRows(query.data ?? none)
  if (rows.length === 0) return <ReadFailure of={query} what={invited.failed} />
  return (
    <section className={styles.strip} aria-label={invited.title}>
      <ul>
        {rows.map(({ invitation, answer }) => (
          <Row
            key={invitation.id}
            invitation={invitation}
            answer={answer}
            onAnswer={(given) => noteAnswer(invitation, given)}
          />
        ))}
      </ul>
    </section>
  )
}
