import { Glyph } from '@tongchuang/ui/glyphs.tsx'
import { useId } from 'react'

type Props = {
  glyph: string
  className?: string | undefined
  tilt?: number
  small?: boolean
  /** How far the drawing keeps from the right edge. */
  inset?: number
}

/** Grid paper in a guild's hue with its glyph large at the right: behind heads and on cards. Decoration only. */
export const GuildArt = ({ glyph, className, tilt = 3, small = false, inset = 0 }: Props) => {
  const grid = useId()
  return (
    <svg className={className} width="100%" height="100%" aria-hidden>
      <defs>
        <pattern id={grid} width={small ? 16 : 24} height={small ? 16 : 24} patternUnits="userSpaceOnUse">
          <path d="M24 0H0V24" fill="none" stroke="var(--hue)" strokeOpacity=".12" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="var(--hue-tint)" />
      <rect width="100%" height="100%" fill={`url(#${grid})`} />
      {/* As wide as it is drawn, whatever the width of its box: it stays at the right edge. */}
      <svg
        x="100%"
        y="0"
        width="1"
        height="100%"
        viewBox="0 0 1 120"
        preserveAspectRatio="xMaxYMid meet"
        overflow="visible"
      >
        <g transform={`translate(${-inset} 0)`}>
          <circle cx="-92" cy="44" r="48" fill="var(--hue)" opacity=".12" />
          <rect
            x="-176"
            y="64"
            width="76"
            height="76"
            fill="var(--hue)"
            opacity=".1"
            transform={`rotate(${tilt} -138 102)`}
          />
          <g
            transform="translate(-140 -6) scale(5)"
            color="var(--hue)"
            fill="none"
            stroke="currentColor"
            strokeWidth=".7"
            strokeLinecap="round"
            strokeLinejoin="round"
            opacity=".55"
          >
            <Glyph name={glyph} />
          </g>
        </g>
      </svg>
    </svg>
  )
}
