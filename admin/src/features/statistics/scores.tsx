import { useTexts } from '../../locales/texts.ts'
import type { ReleasedScores } from './queries.ts'
import styles from './statistics.module.css'

const COLUMN = 54
const DOT = 12
const ACROSS = 3
const MOST_ROWS = 12
// The minimum height in dots, so that the label of the pass line has room above them.
const FEWEST_ROWS = 4

/** The positions of the dots of one range of ten, three side by side from the bottom up. */
const places = (column: number, dots: number): { x: number; y: number }[] =>
  Array.from({ length: dots }, (_, at) => ({
    x: column * COLUMN + COLUMN / 2 + ((at % ACROSS) - (ACROSS - 1) / 2) * DOT,
    y: Math.floor(at / ACROSS) * DOT + DOT / 2,
  }))

/**
 * The scores as dots: one for each work, or for `per` works; those below the pass line are hollow. The text below says
 * the same.
 */
const Dots = ({ tens, pass_line, per }: Pick<ReleasedScores, 'tens' | 'pass_line'> & { per: number }) => {
  const { statistics } = useTexts()
  const dots = tens.map((many) => Math.ceil(many / per))
  const rows = Math.max(FEWEST_ROWS, ...dots.map((many) => Math.ceil(many / ACROSS)))
  const [wide, high] = [tens.length * COLUMN, rows * DOT + 22]
  const line = (pass_line / 100) * wide
  return (
    <svg className={styles.dots} viewBox={`-14 0 ${wide + 28} ${high + 24}`} aria-hidden>
      {dots.flatMap((many, column) =>
        places(column, many).map(({ x, y }, at) => (
          <circle
            key={`${column}-${at}`}
            cx={x}
            cy={high - y - 2}
            r={5}
            className={column * 10 + 5 < pass_line ? styles.below : styles.dot}
          />
        )),
      )}
      <line x1={0} x2={wide} y1={high} y2={high} className={styles.axis} />
      <line x1={line} x2={line} y1={4} y2={high} className={styles.passLine} />
      <text x={line + 5} y={14} className={styles.passWord}>
        {statistics.passLine(pass_line)}
      </text>
      {Array.from({ length: tens.length + 1 }, (_, at) => at * 10).map((percent) => (
        <text key={percent} x={(percent / 100) * wide} y={high + 17} textAnchor="middle" className={styles.ten}>
          {percent}
        </text>
      ))}
    </svg>
  )
}

/** The distribution of the released scores: a picture, four numbers, and the same as text. */
export const Scores = ({ scores, released }: { scores: ReleasedScores; released: number }) => {
  const { statistics } = useTexts()
  const { tens, average, median, pass_line, below } = scores
  const per = Math.max(1, Math.ceil(Math.max(...tens) / (ACROSS * MOST_ROWS)))
  const numbers = [
    [average, statistics.averageWord],
    [median, statistics.medianWord],
    [released - below, statistics.passedWord(Math.round(((released - below) / released) * 100))],
    [below, statistics.belowWord(pass_line)],
  ] as const
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{statistics.scores}</h2>
        <p className={styles.keys}>{statistics.dotMeans(released, per)}</p>
      </div>
      <Dots tens={tens} pass_line={pass_line} per={per} />
      <ul className={styles.numbers}>
        {numbers.map(([number, word]) => (
          <li key={word}>
            <b className="num">{number}</b> {word}
          </li>
        ))}
      </ul>
      <details className={styles.words} open>
        <summary>{statistics.inWords}</summary>
        <p>
          {tens
            .flatMap((many, column) => (many > 0 ? [statistics.tenHas(column, many)] : []))
            .join(statistics.listSeparator)}
          {statistics.listEnd}
        </p>
      </details>
    </section>
  )
}
