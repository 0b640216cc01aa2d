import type { Hue } from '@tongchuang/contract/rules/hues.ts'
import type { Subject } from '@tongchuang/contract/drawings.ts'
import { useId } from 'react'
import type { CSSProperties } from 'react'
import { looks } from './drawing-looks.ts'
import type { Part } from './drawing-looks.ts'
import { subjectParts } from './drawing-subjects.ts'
import { floats, grounds, thingBeside } from './drawing-things.ts'
import { hueStyle } from './hues.ts'

/** The use of a drawing: the cover of a card, a picture, a small square, or the corner of a wide page head. */
export type DrawingSize = 'cover' | 'picture' | 'tile' | 'corner'
export type DrawingProps = {
  subject: Subject
  hue: Hue
  /** The same id always gives the same drawing. */
  id: number | string
  size?: DrawingSize
  className?: string | undefined
}

const sparks: Partial<Record<Hue, string>> = { art: '#2bc8a2', lit: '#2bc8a2', sport: '#4080ff', history: '#4080ff' }

/** The accent color of a hue, used for single things in a drawing. */
export const sparkStyle = (hue: Hue): CSSProperties => ({ '--hue-spark': sparks[hue] ?? '#ff7a59' })

/** Numbers from an id (FNV-1a, then mixed): near ids give unlike drawings. */
const numberOf = (id: number | string): number => {
  let number = 2_166_136_261
  for (const letter of String(id)) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  number = Math.imul(number ^ (number >>> 15), 2_246_822_519)
  return (number ^ (number >>> 13)) >>> 0
}

/** The parts that an id chooses. The sun (0) and the moon (7) never appear together. */
export const choicesOf = (subject: Subject, id: number | string) => {
  const number = numberOf(id)
  const first = (number >>> 3) % 8
  const other = (first + 1 + ((number >>> 6) % 7)) % 8
  const second = first + other === 7 && first * other === 0 ? 1 : other
  return {
    ground: number % 4,
    isMirrored: ((number >>> 2) & 1) === 1,
    first: floats[first] ?? [],
    second: floats[second] ?? [],
    thing: thingBeside(subject, number >>> 9),
  }
}

/** A list of parts at a place. */
export const Parts = ({ of, x, y, scale = 1 }: { of: readonly Part[]; x: number; y: number; scale?: number }) => (
  <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`}>
    {of.map(([look, shape], at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a drawing never change their order
      <path key={at} d={shape} {...looks[look]} />
    ))}
  </g>
)

const tileGrounds = [
  'M8 50a40 40 0 0 1 80 0a40 40 0 0 1-80 0z',
  'M0 68h96v28H0z',
  'M0 96V62c30-18 60 10 96-14v48z',
  'M0 96 96 20v76z',
]

// The positions of things in each size, plain and mirrored.
const places = {
  cover: {
    ...{ width: 374, height: 128, floor: 112, scale: 0.84, thingScale: 0.8 },
    plain: { main: 212, thing: 300, first: [136, 24], second: [342, 20] },
    mirrored: { main: 270, thing: 164, first: [340, 24], second: [206, 20] },
  },
  picture: {
    ...{ width: 320, height: 180, floor: 156, scale: 1.12, thingScale: 1.1 },
    plain: { main: 132, thing: 242, first: [34, 34], second: [284, 52] },
    mirrored: { main: 186, thing: 72, first: [280, 34], second: [104, 52] },
  },
  corner: {
    ...{ width: 344, height: 200, floor: 172, scale: 1.17, thingScale: 1.1 },
    plain: { main: 140, thing: 252, first: [36, 42], second: [296, 58] },
    mirrored: { main: 200, thing: 84, first: [296, 42], second: [116, 58] },
  },
} as const

const Ground = ({ number, x, floor, isCorner }: { number: number; x: number; floor: number; isCorner: boolean }) => {
  if (!isCorner) return <Parts of={grounds[number] ?? []} x={x - 232} y={floor} />
  return (
    <>
      {number % 2 === 1 ? (
        <path d={`M${x - 112} ${floor}a112 112 0 0 1 224 0z`} fill="var(--hue-hill)" />
      ) : (
        <path d={`M-120 ${floor}c90-50 190-40 250-20s120 10 214-26v60z`} fill="var(--hue-hill)" />
      )}
      {/* Wide enough for any page head. */}
      <path d={`M-3000 ${floor}h4000v1000h-4000z`} fill="var(--hue-floor)" />
    </>
  )
}

/**
 * A drawing of a subject: its main part in the middle, and by id a thing beside it, the ground and two things in the
 * air. Decoration.
 */
export const DrawingParts = ({ subject, hue, id, size = 'cover', className }: DrawingProps) => {
  const grid = useId()
  const { ground, isMirrored, first, second, thing } = choicesOf(subject, id)
  const main = subjectParts[subject]
  const style = {
    ...hueStyle(hue),
    ...sparkStyle(hue),
    '--hue-hill': 'color-mix(in srgb, var(--hue) 16%, var(--hue-tint))',
    '--hue-floor': 'color-mix(in srgb, var(--hue) 28%, var(--hue-tint))',
  }
  if (size === 'tile')
    return (
      <svg className={className} viewBox="0 0 96 96" preserveAspectRatio="xMidYMid slice" aria-hidden style={style}>
        <rect width="96" height="96" fill="var(--hue-tint)" />
        <path d={tileGrounds[ground]} fill="var(--hue-hill)" />
        <Parts of={main} x={48 - 64 * 0.6} y={84 - 116 * 0.6} scale={0.6} />
      </svg>
    )
  const { width, height, floor, scale, thingScale, ...sides } = places[size]
  const place = isMirrored ? sides.mirrored : sides.plain
  const isCorner = size === 'corner'
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isCorner ? 'xMaxYMax meet' : 'xMidYMid slice'}
      overflow={isCorner ? 'visible' : undefined}
      aria-hidden
      style={style}
    >
      {!isCorner && (
        <>
          <pattern id={grid} width="22" height="22" patternUnits="userSpaceOnUse">
            <path d="M22 0H0V22" fill="none" stroke="var(--hue)" strokeOpacity=".09" strokeWidth="1.5" />
          </pattern>
          <rect x="-400" width="1200" height={height} fill="var(--hue-tint)" />
          <rect x="-400" width="1200" height={height} fill={`url(#${grid})`} />
        </>
      )}
      <Ground number={ground} x={place.main} floor={floor} isCorner={isCorner} />
      <Parts of={first} x={place.first[0] - 17} y={place.first[1] - 17} scale={0.85} />
      <Parts of={second} x={place.second[0] - 17} y={place.second[1] - 14} scale={0.85} />
      <Parts of={thing} x={place.thing - 32 * thingScale} y={floor - 60 * thingScale} scale={thingScale} />
      <Parts of={main} x={place.main - 64 * scale} y={floor - 116 * scale} scale={scale} />
    </svg>
  )
}
