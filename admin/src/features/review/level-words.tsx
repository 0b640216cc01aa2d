import { wordedLevels } from '@tongchuang/contract/rules/level-words.ts'
import styles from './score-pane.module.css'

/** The descriptions of a criterion's levels, with the given level highlighted. */
export const LevelWords = ({ words, given }: { words: readonly string[]; given: number | undefined }) => {
  const worded = wordedLevels(words)
  if (worded.length === 0) return null
  return (
    <ul className={styles.words}>
      {worded.map(({ level, text }) => (
        <li key={level} data-given={level === given || undefined}>
          <b className="num">{level}</b> {text}
        </li>
      ))}
    </ul>
  )
}
