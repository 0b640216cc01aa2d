import { Delete } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { afterKey, padKeys } from './score-pad-rules.ts'
import styles from './phone-drawer.module.css'

/** The number pad for a score, with keys as large as a thumb. */
export const ScorePad = ({ score, max, onScore }: { score: string; max: number; onScore: (score: string) => void }) => {
  const { reviewPhone: texts } = useTexts()
  return (
    <fieldset className={styles.pad} aria-label={texts.pad}>
      {padKeys.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={key === 'back' ? texts.padBack : key === '.' ? texts.padPoint : undefined}
          onClick={() => onScore(afterKey(score, key, max))}
        >
          {key === 'back' ? <Delete size={22} aria-hidden /> : key}
        </button>
      ))}
    </fieldset>
  )
}
