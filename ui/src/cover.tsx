import { useId } from 'react'
import { Glyph } from './glyphs.tsx'
import { hueStyle } from './hues.ts'
import type { Hue } from './hues.ts'

/** Numbers from a seed: the same id always draws the same cover. */
const numbersOf = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0
  return (from: number, to: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return from + (state / 2 ** 32) * (to - from)
  }
}

/** A drawn cover: grid paper in the tint, two flat shapes and the glyph. It fills its box; decoration only. */
export const Cover = ({
  seed,
  hue,
  glyph,
  className,
}: {
  seed: number
  hue: Hue
  glyph: string
  className?: string
}) => {
  const grid = useId()
  const between = numbersOf(seed)
  const sun = { x: between(24, 110), y: between(24, 60), r: between(18, 30) }
  const hill = between(60, 108)
  const tilt = between(-8, 8)
  return (
    <svg
      className={className}
      viewBox="0 0 360 128"
      preserveAspectRatio="xMidYMid slice"
      width="100%"
      height="100%"
      aria-hidden
      style={hueStyle(hue)}
    >
      <defs>
        <pattern id={grid} width="20" height="20" patternUnits="userSpaceOnUse">
          <path d="M20 0H0V20" fill="none" stroke="var(--hue)" strokeOpacity=".12" />
        </pattern>
      </defs>
      <rect width="360" height="128" fill="var(--hue-tint)" />
      <rect width="360" height="128" fill={`url(#${grid})`} />
      <circle cx={250 + sun.x * 0.8} cy={sun.y} r={sun.r} fill="var(--hue)" opacity=".16" />
      <path
        d={`M0 128V${hill}C80 ${hill - 40} 130 ${hill + 34} 210 ${hill - 6}S320 ${hill + 10} 360 ${hill - 26}V128Z`}
        fill="var(--hue)"
        opacity=".18"
      />
      <g transform={`translate(180 64) rotate(${tilt})`}>
        <rect x="-40" y="-40" width="80" height="80" rx="14" fill="#fff" stroke="var(--hue)" strokeWidth="3.5" />
        <g
          transform="translate(-27.600 -27.600) scale(2.300)"
          color="var(--hue)"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.700"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <Glyph name={glyph} />
        </g>
      </g>
    </svg>
  )
}
