import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './five-values.module.css'

const middle = { x: 160, y: 118 }
const radius = 80

/** The minimum number of facts behind a value before it is shown. */
const enoughPoints = 3

/** The place of a value on its spoke: the first points up, the others follow clockwise. */
const place = (index: number, value: number): { x: number; y: number } => {
  const angle = (index * 2 * Math.PI) / 5 - Math.PI / 2
  const length = (radius * value) / 100
  return { x: middle.x + length * Math.cos(angle), y: middle.y + length * Math.sin(angle) }
}

const outline = (values: readonly number[]): string =>
  values
    .map((value, index) => place(index, value))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ')

/** Text anchors that keep the names outside their corners. */
const anchors = ['middle', 'start', 'middle', 'middle', 'end'] as const

const even = (value: number): number[] => [value, value, value, value, value]

/** The drawing, as decoration: the list below it has the same values. */
const Pentagon = ({ values, names }: { values: readonly (number | null)[]; names: readonly string[] }) => {
  // A missing value would look like a zero in the area, so the area is drawn only when all are known.
  const known = values.filter((value) => value !== null)
  return (
    <svg className={styles.pentagon} viewBox="0 0 320 214" aria-hidden>
      {[33, 66].map((value) => (
        <polygon key={value} points={outline(even(value))} className={styles.ring} />
      ))}
      {even(100).map((value, index) => {
        const { x, y } = place(index, value)
        return <line key={index} x1={middle.x} y1={middle.y} x2={x} y2={y} className={styles.ring} />
      })}
      <polygon points={outline(even(100))} className={styles.edge} />
      {known.length === values.length && <polygon points={outline(known)} className={styles.area} />}
      {values.map((value, index) => {
        if (value === null) return null
        const { x, y } = place(index, value)
        return (
          <g key={index}>
            {known.length < values.length && (
              <line x1={middle.x} y1={middle.y} x2={x} y2={y} className={styles.spoke} />
            )}
            <circle cx={x} cy={y} r="4.5" className={styles.dot} />
          </g>
        )
      })}
      {names.map((name, index) => {
        const { x, y } = place(index, index === 0 || anchors[index] !== 'middle' ? 111 : 118)
        return (
          <text key={name} x={x} y={y + 4} textAnchor={anchors[index]}>
            {name}
          </text>
        )
      })}
    </svg>
  )
}

/** The five values of a profile, drawn and in words; one that rests on too little says what is missing. */
export const FiveValues = () => {
  const { center } = useTexts()
  const { propertyList } = useProfile()
  return (
    <section className={styles.five} aria-labelledby="five-values">
      <h2 id="five-values">{center.five}</h2>
      <Pentagon
        values={propertyList.map(({ value }) => value)}
        names={propertyList.map(({ key }) => center.properties[key])}
      />
      <dl>
        {propertyList.map(({ key, value, points }) => (
          <div key={key}>
            <dt>{center.properties[key]}</dt>
            <dd>
              {value === null ? (
                <>
                  <span className={styles.none}>{center.noValue}</span> {center.notYet[key](enoughPoints - points)}
                </>
              ) : (
                <>
                  <b>{value}</b> {center.basis[key](points)}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
