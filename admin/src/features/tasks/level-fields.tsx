import { levelCount } from '@tongchuang/contract/criteria.ts'
import { wordedLevels } from '@tongchuang/contract/rules/level-words.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './task-fields.module.css'

const levels = Array.from({ length: levelCount }, (_, at) => levelCount - at)

/** The descriptions of a criterion’s levels, the best first; folded by default. */
export const LevelFields = ({
  number,
  words,
  locked,
  onChange,
}: {
  /** The number of the criterion, from 1. */
  number: number
  words: readonly string[]
  locked: boolean
  onChange: (words: string[]) => void
}) => {
  const { editor } = useTexts().tasks
  const put = (level: number, text: string) =>
    onChange(Array.from({ length: levelCount }, (_, at) => (at === level - 1 ? text : (words[at] ?? ''))))
  return (
    <details className={styles.levels}>
      <summary aria-label={editor.levelWordsOf(number, wordedLevels(words).length)}>
        {editor.levelWords(wordedLevels(words).length)}
      </summary>
      {levels.map((level) => (
        <label key={level}>
          <span className="num">{editor.level(level)}</span>
          <input
            aria-label={editor.levelAt(number, level)}
            placeholder={level === levelCount ? editor.levelBest : level === 1 ? editor.levelLeast : ''}
            maxLength={200}
            value={words[level - 1] ?? ''}
            disabled={locked}
            onChange={(event) => put(level, event.target.value)}
          />
        </label>
      ))}
    </details>
  )
}
