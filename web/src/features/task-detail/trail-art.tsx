import type { Hue } from '@tongchuang/contract/rules/hues.ts'
import type { Subject } from '@tongchuang/contract/drawings.ts'
import { flagCode } from '@tongchuang/contract/flags.ts'
import { choicesOf, Parts } from '@tongchuang/ui/drawing-parts.tsx'
import { Emblem, emblemShapes } from '@tongchuang/ui/emblem.tsx'
import { Glyph } from '@tongchuang/ui/glyphs.tsx'
import type { ChapterEmblem } from './trail-emblem.ts'
import { roadAcross, roadDown } from './trail-rows.ts'
import styles from './trail-art.module.css'

type Props = { places: number; goesOn: boolean; isFirst: boolean; subject: Subject; id: string }

/** Draws two objects of the subject in gaps of the road, never behind the title of the chapter. */
const Things = ({ places, isFirst, subject, id }: Props) => {
  const { thing, first } = choicesOf(subject, id)
  const gaps = isFirst && places > 2 ? [2 / places, (places - 1) / places] : [1 / places, (places - 1) / places]
  const at = [...new Set(gaps.filter((gap) => gap > 0 && gap < 1))]
  return (
    <svg className={styles.things} width="100%" height="236">
      {at.map((gap, index) => (
        <svg key={gap} x={`${(gap * 100).toFixed(1)}%`} y="24" overflow="visible">
          <Parts of={index === 0 ? thing : first} x={index === 0 ? -26 : -20} y={0} scale={index === 0 ? 0.8 : 1} />
        </svg>
      ))}
    </svg>
  )
}

/** Hills and the road of one row, across on a wide screen and down on a phone. Decoration. */
export const TrailArt = (props: Props) => {
  const { places, goesOn } = props
  const across = roadAcross(places, goesOn)
  const down = roadDown(places, goesOn)
  const height = places * 104
  return (
    <>
      <svg className={styles.across} viewBox="0 0 1000 236" preserveAspectRatio="none">
        <path className={styles.hill} d="M0 236v-40c144-60 270 30 468-6s324-60 532 4v42z" />
        <path className={styles.floor} d="M0 236v-14c216-40 378 14 576-8s288-20 424 6v16z" />
        <path className={styles.road} d={across} vectorEffect="non-scaling-stroke" />
        <path className={styles.line} d={across} vectorEffect="non-scaling-stroke" />
      </svg>
      <Things {...props} />
      {!goesOn && (
        <svg className={styles.ground} viewBox="0 0 358 96" preserveAspectRatio="none">
          <path className={styles.hill} d="M0 96V36c80-30 160 10 240-10s80-10 118-6v76z" />
        </svg>
      )}
      <svg className={styles.down} width="100" height={height} viewBox={`0 0 100 ${height}`}>
        <path className={styles.road} d={down} />
        <path className={styles.line} d={down} />
      </svg>
    </>
  )
}

/** The cloud around a locked stop. */
export const Cloud = () => (
  <svg className={styles.cloud} viewBox="0 0 200 110" preserveAspectRatio="none">
    <path d="M30 106a29 29 0 0 1-8-56 30 30 0 0 1 40-28 40 40 0 0 1 70-6 32 32 0 0 1 44 34 29 29 0 0 1-6 56z" />
  </svg>
)

/** The emblem of a chapter at its end: dashed until it is earned. */
export const Badge = ({ isEarned, emblem, hue }: { isEarned: boolean; emblem: ChapterEmblem; hue: Hue }) => {
  const { shape, pattern, second, glyph } = emblem
  if (isEarned)
    return (
      <span className={styles.badge}>
        <Emblem hue={hue} glyph={glyph} flag={flagCode({ shape, pattern, second })} height={72} />
      </span>
    )
  return (
    <svg className={styles.badge} viewBox="0 0 48 48">
      <path d={emblemShapes[shape][0]} className={styles.dashed} strokeDasharray="2.600 2.600" />
      <g transform="translate(10.8 10.8) scale(1.1)" className={styles.glyph}>
        <Glyph name={glyph} />
      </g>
    </svg>
  )
}
