import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { abilitiesOf, InvitationAnswer, useInvitationRows } from '@tongchuang/ui/invitation-answer.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { Block } from './block.tsx'
import styles from './home-overview.module.css'
import { invitationsQuery, useAnswerInvitation, type Invitation } from './queries.ts'

type Answer = 'accepted' | 'declined'
type RowProps = { invitation: Invitation; answer: Answer | null; onAnswer: (answer: Answer) => void }

const Row = ({ invitation, answer, onAnswer }: RowProps) => {
  const { home, guilds } = useTexts()
  const { invited } = home
  const { id, guild_id, name, role, title, invited_by } = invitation
  const send = useAnswerInvitation(({ status }) => {
    onAnswer(status)
    showToast(status === 'accepted' ? invited.cameIn(name) : invited.declinedNow(name), 'success')
  })
  const may = role === 'assistant' ? abilitiesOf(invitation).map((ability) => guilds.staff.switches[ability]) : []
  return (
    <li className={styles.invitation}>
      <Emblem hue={invitation.hue} glyph={invitation.glyph} flag={invitation.flag} height={32} />
      <div>
        <b>{invited.asks[role](invited_by, name)}</b>
        <span>{[title, may.join(guilds.comma)].filter(Boolean).join(' · ')}</span>
      </div>
      <InvitationAnswer
        name={name}
        answer={answer}
        sending={send.isPending ? (send.variables.accept ? 'accept' : 'decline') : null}
        onAnswer={(accept) => send.mutate({ id, accept })}
        words={invited}
        to={role === 'student' ? null : adminPaths.guild(guild_id, 'members')}
        size="small"
        className={{ buttons: styles.answer, answer: styles.answer }}
      />
    </li>
  )
}

const none: readonly Invitation[] = []

/** The pending invitations of the user; absent if there are none. */
export const Invitations = () => {
  const { home } = useTexts()
  const query = useQuery(invitationsQuery)
  const { rows, waiting, noteAnswer } = useInvitationRows(query.data ?? none)
  if (rows.length === 0) return <ReadFailure of={query} />
  return (
    <Block id="invitations" title={home.invited.title} count={home.cases(waiting)}>
      <ul className={styles.rows}>
        {rows.map(({ invitation, answer }) => (
          <Row
            key={invitation.id}
            invitation={invitation}
            answer={answer}
            onAnswer={(given) => noteAnswer(invitation, given)}
          />
        ))}
      </ul>
    </Block>
  )
}
