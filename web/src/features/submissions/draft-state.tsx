import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatTime } from '@tongchuang/ui/time.ts'
import { CircleAlert, CloudCheck, CloudUpload, GitCompareArrows, HardDrive, RotateCw } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import type { DraftView } from './draft-parts.ts'
import styles from './draft-state.module.css'

/** Where the text is saved now, as an icon and words. */
export const DraftState = ({
  draft,
  className,
  onConflict,
}: {
  draft: Pick<DraftView, 'status' | 'savedAt'>
  className?: string | undefined
  /** Reopens the dialog about the two conflicting texts. */
  onConflict: () => void
}) => {
  const { submissions: texts } = useTexts()
  const language = useLanguage()
  const saved = draft.savedAt === null ? texts.empty : texts.savedAt(formatTime(draft.savedAt, language))
  const states = {
    empty: { tone: styles.quiet, Icon: null, words: '' },
    saved: { tone: styles.ok, Icon: CloudCheck, words: saved },
    saving: { tone: styles.quiet, Icon: CloudUpload, words: texts.saving },
    device: { tone: styles.warn, Icon: HardDrive, words: texts.savedHere },
    nowhere: { tone: styles.warn, Icon: CircleAlert, words: texts.savedNowhere },
    retrying: { tone: styles.warn, Icon: RotateCw, words: texts.saveFailed },
    conflict: { tone: styles.warn, Icon: GitCompareArrows, words: texts.conflict },
  }
  const { tone, Icon, words } = states[draft.status]
  const classes = [styles.state, tone, className].filter(Boolean).join(' ')
  const said = (
    <>
      {Icon && <Icon size={18} aria-hidden />}
      {words}
    </>
  )
  if (draft.status !== 'conflict') return <span className={classes}>{said}</span>
  return (
    <button type="button" className={`${classes} ${styles.asks}`} onClick={onConflict}>
      {said}
    </button>
  )
}
