import type { PersonSeen } from '@tongchuang/contract/review-work.admin.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './requests.module.css'

type Status = 'open' | 'kept' | 'changed' | 'reopened' | 'granted' | 'refused'

/** One request of an inbox: the student, the task, the student’s text, and below it the answer or its form. */
export const Entry = ({
  student,
  task_title,
  created_at,
  status,
  words,
  facts,
  answer,
  children,
}: {
  student: Static<typeof PersonSeen>
  task_title: string
  created_at: string
  status: Status
  words: string
  facts: ReactNode
  answer: { text: string; at: string | null }
  children: ReactNode
}) => {
  const { review } = useTexts()
  const name = student.real_name || student.nickname
  return (
    <li className={styles.entry}>
      <header>
        <Avatar id={student.user_id} name={student.nickname} src={student.avatar} size={32} />
        <div>
          <h2>
            {name}
            {student.class_name && <small> · {student.class_name}</small>}
          </h2>
          <p>
            {task_title} · <Moment at={created_at} />
          </p>
        </div>
        {status !== 'open' && (
          <b className={styles.status}>{status === 'reopened' ? review.reopened : review.answered[status]}</b>
        )}
      </header>
      <blockquote>{words}</blockquote>
      <p className={styles.facts}>{facts}</p>
      {status === 'open' ? (
        children
      ) : (
        <p className={styles.answer}>
          {answer.text || review.noAnswer}
          {answer.at && (
            <small>
              {' '}
              · <Moment at={answer.at} />
            </small>
          )}
        </p>
      )}
    </li>
  )
}
