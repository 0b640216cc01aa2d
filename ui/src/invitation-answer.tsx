import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from './button.tsx'

type Answer = 'accepted' | 'declined'

type Ability = 'can_review' | 'can_moderate' | 'can_admit' | 'can_see_grades'
const abilities: readonly Ability[] = ['can_review', 'can_moderate', 'can_admit', 'can_see_grades']

/** The abilities of an assistant who accepts the invitation. */
export const abilitiesOf = (invitation: Readonly<Record<Ability, boolean>>): Ability[] =>
  abilities.filter((ability) => invitation[ability])

/** Invitations, newest first: one that was answered keeps its place until the page is left. */
export const useInvitationRows = <T extends { id: number }>(unanswered: readonly T[]) => {
  const [answered, setAnswered] = useState<readonly { invitation: T; answer: Answer }[]>([])
  const waiting = unanswered.filter(({ id }) => !answered.some(({ invitation }) => invitation.id === id))
  const rows = [...answered, ...waiting.map((invitation) => ({ invitation, answer: null }))]
  return {
    rows: rows.toSorted((one, other) => other.invitation.id - one.invitation.id),
    waiting: waiting.length,
    noteAnswer: (invitation: T, answer: Answer) => setAnswered((before) => [...before, { invitation, answer }]),
  }
}

type Props = {
  /** The name of the guild. */
  name: string
  answer: Answer | null
  /** The answer that is being sent to the server. */
  sending: 'accept' | 'decline' | null
  onAnswer: (accept: boolean) => void
  words: {
    accept: string
    decline: string
    answered: Readonly<Record<Answer, string>>
    open: (guild: string) => string
  }
  /** The address opened by an accepted invitation; null if there is nothing to open. */
  to: string | null
  size?: 'normal' | 'small'
  /** Shown before the words of an acceptance. */
  icon?: ReactNode
  className?: Readonly<{ buttons?: string | undefined; answer?: string | undefined; accepted?: string | undefined }>
}

const Answered = ({ name, answer, words, to, icon, className }: Omit<Props, 'answer'> & { answer: Answer }) => {
  const note = useRef<HTMLParagraphElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  // The buttons that had the focus are gone, so it moves here.
  useEffect(() => (link.current ?? note.current)?.focus(), [])
  const isAccepted = answer === 'accepted'
  return (
    <div className={className?.answer}>
      <p ref={note} tabIndex={-1} className={isAccepted ? className?.accepted : undefined}>
        {isAccepted && icon}
        {words.answered[answer]}
      </p>
      {isAccepted && to !== null && (
        <Link ref={link} to={to}>
          {words.open(name)}
        </Link>
      )}
    </div>
  )
}

/** The two buttons of an invitation; the answer replaces them and takes over their focus. */
export const InvitationAnswer = (props: Props) => {
  const { name, answer, sending, onAnswer, words, size = 'normal', className } = props
  if (answer) return <Answered {...props} answer={answer} />
  const say = (accept: boolean) => {
    if (sending === null) onAnswer(accept)
  }
  return (
    <div className={className?.buttons}>
      <Button size={size} tone="primary" busy={sending === 'accept'} onClick={() => say(true)}>
        {words.accept}
        <span className="vh"> {name}</span>
      </Button>
      <Button size={size} busy={sending === 'decline'} onClick={() => say(false)}>
        {words.decline}
        <span className="vh"> {name}</span>
      </Button>
    </div>
  )
}
