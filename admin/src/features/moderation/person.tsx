import { useTexts } from '../../locales/texts.ts'
import styles from './moderation.module.css'

type Someone = { nickname: string; real_name: string; student_no: string }

/** A person as shown to staff: the name in the list of students, the nickname and the student number. */
export const Person = ({ someone, anonymous = false }: { someone: Someone; anonymous?: boolean }) => {
  const { moderation } = useTexts()
  const { nickname, real_name, student_no } = someone
  const more = [real_name && real_name !== nickname ? nickname : '', student_no].filter(Boolean).join(' · ')
  return (
    <span className={styles.person}>
      <b>{real_name || nickname}</b>
      {more && <small>{more}</small>}
      {anonymous && <span className={styles.mark}>{moderation.anonymous}</span>}
    </span>
  )
}
