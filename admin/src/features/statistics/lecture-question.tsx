import { CircleCheck } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import bars from './lecture-bars.module.css'
import styles from './lecture.module.css'
import type { AskedQuestion } from './queries.ts'
import { answerWords, rightWords } from './question-words.ts'

type Line = { key: string; words: string; many: number; right: boolean; quiet?: boolean }

/** A bar for each answer; the full length stands for everybody, so that bars of different questions can be compared. */
const Bars = ({ lines, all, isShown }: { lines: readonly Line[]; all: number; isShown: boolean }) => {
  const { lecture } = useTexts()
  return (
    <ul className={bars.bars} data-shown={isShown || undefined}>
      {lines.map(({ key, words, many, right, quiet }) => (
        <li key={key} data-right={(isShown && right) || undefined} data-quiet={quiet}>
          <span className={bars.answer}>
            {isShown && right && <CircleCheck aria-label={lecture.right} />}
            {words}
          </span>
          <span className={bars.bar} aria-hidden>
            <i style={{ width: `${(many / all) * 100}%` }} />
          </span>
          <span className={bars.many}>
            <b>{many}</b> {lecture.people} <small>{`${Math.round((many / all) * 100)}%`}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The options of a question whose counts may not be shown. */
const Options = ({ one, isShown }: { one: AskedQuestion; isShown: boolean }) => {
  const { lecture } = useTexts()
  const { options = [] } = one.question
  if (options.length === 0) return null
  return (
    <ul className={styles.options}>
      {options.map(({ id, text }) => {
        const isRight = isShown && one.accepted.includes(id)
        return (
          <li key={id} data-right={isRight || undefined}>
            {isRight && <CircleCheck aria-label={lecture.right} />}
            {text}
          </li>
        )
      })}
    </ul>
  )
}

/** One question as shown to the class: how it was answered and, at the press of a key, what is right and why. */
export const LectureQuestion = ({
  one,
  at,
  of,
  isShown,
}: {
  one: AskedQuestion
  at: number
  of: number
  isShown: boolean
}) => {
  const { lecture, questions: texts } = useTexts()
  const { question, counts, explanation } = one
  const words = { truth: texts.words, comma: texts.comma }
  const lines: Line[] = counts
    ? [
        ...counts.chosen.map(({ answer, many, right }, place) => ({
          key: `answer ${place}`,
          words: answerWords(question, answer, words),
          ...{ many, right },
        })),
        ...(counts.others > 0
          ? [{ key: 'others', words: lecture.others, many: counts.others, right: false, quiet: true }]
          : []),
        ...(counts.blank > 0
          ? [{ key: 'blank', words: lecture.blank, many: counts.blank, right: false, quiet: true }]
          : []),
      ]
    : []
  return (
    <section className={styles.question} aria-label={lecture.question(at + 1)}>
      <p className={styles.place}>
        {lecture.place(at + 1, of)} · {texts.kinds[question.kind]} · {texts.pointsOf(question.points ?? 0)}
      </p>
      <h2>{question.label}</h2>
      {counts ? (
        <Bars lines={lines} all={Math.max(1, counts.works)} isShown={isShown} />
      ) : (
        <>
          <Options one={one} isShown={isShown} />
          <p className={styles.few}>{lecture.few}</p>
        </>
      )}
      <div aria-live="polite">
        {isShown && (
          <div className={styles.told}>
            {one.accepted.length > 0 && (
              <p className={styles.rightAnswer}>
                <CircleCheck aria-hidden />
                {lecture.answer(rightWords(one, words))}
              </p>
            )}
            {explanation && <p className={styles.why}>{explanation}</p>}
          </div>
        )}
      </div>
    </section>
  )
}
