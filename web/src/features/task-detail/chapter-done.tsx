import { useTexts } from '../../locales/texts.ts'
import { useMoment } from '../../queries/moments.ts'
import styles from './chapter-done.module.css'

/** A line above the paper when the chapter is finished, with an animation the first time. */
export const ChapterDone = ({ chapter }: { chapter: { id: number; title: string; count: number } }) => {
  const { taskDetail: texts } = useTexts()
  const moment = useMoment({ kind: 'chapter', id: chapter.id })
  return (
    <p className={`${styles.done} ${moment === 'first' ? styles.first : ''} no-print`} data-moment={moment}>
      <svg width="32" height="36" viewBox="0 0 32 36" fill="none" aria-hidden>
        <path
          d="M16 2 30 9.500v17L16 34 2 26.500v-17z"
          stroke="currentColor"
          strokeWidth="1.500"
          strokeDasharray="3 3"
        />
        <g className={styles.whole}>
          <path d="M16 2 30 9.500v17L16 34 2 26.500v-17z" fill="currentColor" />
          <path
            d="m10 18.500 4.500 4.500 8-9"
            stroke="#fff"
            strokeWidth="2.500"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      </svg>
      {texts.chapterDone(chapter.title, chapter.count)}
    </p>
  )
}
