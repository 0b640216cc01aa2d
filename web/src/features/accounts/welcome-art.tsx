import { useTexts } from '../../locales/texts.ts'
import school from './school.svg'
import styles from './welcome-art.module.css'

/** The picture beside the log-in; on phones a band above it, hidden while the keyboard is open. */
export const WelcomeArt = () => {
  const { accounts } = useTexts()
  return (
    <aside className={styles.side} aria-label={accounts.welcome}>
      <div className={styles.art}>
        <img src={school} alt="" fetchPriority="high" />
        <div className={styles.say}>
          <p>
            {accounts.artTitle.map((phrase) => (
              <span key={phrase} className="nb">
                {phrase}
              </span>
            ))}
          </p>
          <p>
            {accounts.artText.map((phrase) => (
              <span key={phrase}>
                {phrase}
                <br />
              </span>
            ))}
          </p>
        </div>
      </div>
    </aside>
  )
}
