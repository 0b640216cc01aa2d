import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import table from '@tongchuang/ui/table.module.css'
import { TriangleAlert } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import type { AskedQuestion } from './queries.ts'
import { answerWords } from './question-words.ts'
import styles from './statistics.module.css'

const LOW = 60
/** The minimum number of works for a share: fewer would reveal individuals. */
const FEWEST = 5

const BAR = 132

/** The share as a bar on the background of the whole; the number is shown beside it. */
const Bar = ({ share }: { share: number }) => (
  <svg className={styles.bar} viewBox={`0 0 ${BAR} 8`} width={BAR} height={8} aria-hidden>
    <rect width={BAR} height={8} rx={4} className={styles.whole} />
    <rect width={(share / 100) * BAR} height={8} rx={4} className={share < LOW ? styles.lowShare : styles.onTime} />
  </svg>
)

/**
 * The percentage of correct answers among those with points; null for fewer than five, for example while texts are
 * unmarked.
 */
const shareOf = ({ counts }: AskedQuestion): number | null => {
  const marked = counts === null ? 0 : counts.works - counts.open
  return counts === null || marked < FEWEST ? null : Math.round((counts.right / marked) * 100)
}

/** The questions by their share of correct answers, lowest first, with the answers given. */
export const AskedQuestions = ({ questions }: { questions: readonly AskedQuestion[] }) => {
  const { statistics, questions: texts } = useTexts()
  const numbered = questions.map((one, at) => ({ one, number: at + 1, share: shareOf(one) }))
  const rows = numbered.toSorted((one, other) => (one.share ?? 101) - (other.share ?? 101) || one.number - other.number)
  const words = { truth: texts.words, comma: texts.comma }
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{statistics.questions}</h2>
        <p className={styles.keys}>{statistics.questionsNote}</p>
      </div>
      <ScrollArea label={statistics.questions}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className="vh">{statistics.questions}</caption>
          <thead>
            <tr>
              <th scope="col">{statistics.question}</th>
              <th scope="col" className={styles.broad}>
                <span className="vh">{statistics.rightBar}</span>
              </th>
              <th scope="col" className={table.number}>
                {statistics.rightShare}
              </th>
              <th scope="col">{statistics.answers}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ one, number, share }) => (
              <tr key={one.question.id}>
                <th scope="row">
                  {statistics.numbered(number, one.question.label)}
                  <small>{`${texts.kinds[one.question.kind]} · ${texts.pointsOf(one.question.points ?? 0)}`}</small>
                </th>
                <td className={styles.broad}>{share !== null && <Bar share={share} />}</td>
                <td className={`${table.number} num`}>
                  {share === null ? '–' : `${share}%`}
                  {share !== null && share < LOW && (
                    <small className={styles.low}>
                      <TriangleAlert size={14} aria-hidden />
                      {statistics.low}
                    </small>
                  )}
                </td>
                <td className={styles.answers}>
                  {one.counts
                    ? [
                        ...one.counts.chosen.map(({ answer, many, right }) =>
                          statistics.chose(answerWords(one.question, answer, words), many, right),
                        ),
                        ...(one.counts.others > 0 ? [statistics.othersChose(one.counts.others)] : []),
                        ...(one.counts.blank > 0 ? [statistics.leftBlank(one.counts.blank)] : []),
                      ].map((said, at, { length }) => (
                        <span key={at}>{at < length - 1 ? `${said}${statistics.listSeparator}` : said}</span>
                      ))
                    : statistics.tooFewAsked}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
