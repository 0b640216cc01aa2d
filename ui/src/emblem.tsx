import type { Hue } from '@tongchuang/contract/rules/hues.ts'
import { flagOf } from '@tongchuang/contract/flags.ts'
import type { FlagPattern, FlagShape } from '@tongchuang/contract/flags.ts'
import { useId } from 'react'
import { Glyph } from './glyphs.tsx'
import { hueStyle, mids } from './hues.ts'

/** Ground and inner line by shape, on a field of 48 × 48. */
export const emblemShapes: Record<FlagShape, readonly [ground: string, line: string]> = {
  shield: [
    'M24 2 43 8v17c0 11-8 18-19 21C13 43 5 36 5 25V8z',
    'M24 6 39.5 11v14c0 9-6 14-15.5 17C14.5 39 8.5 34 8.5 25V11z',
  ],
  hexagon: ['M24 2 44 13v22L24 46 4 35V13z', 'M24 6 40.5 15v18L24 42 7.5 33V15z'],
  circle: ['M24 2a22 22 0 1 1-.1 0z', 'M24 6a18 18 0 1 1-.1 0z'],
  pennant: ['M8 2h32v44L24 36 8 46z', 'M11.5 5.5h25v34L24 32l-12.5 7.5z'],
}

const patterns: Record<FlagPattern, string> = {
  plain: '',
  half: 'M24 0h24v48H24z',
  fess: 'M0 30h48v18H0z',
  bend: 'M48 0v48H0z',
  chevron: 'M0 30 24 8l24 22v13L24 21 0 43z',
  chief: 'M0 0h48v13H0z',
  quarter: 'M24 0h24v24H24zM0 24h24v24H0z',
  pales: 'M0 0h12.5v48H0zM35.5 0H48v48H35.5z',
}

/**
 * A guild's flag: a shape in its hue, a pattern in another, its drawing in white. Decoration; the name stands beside
 * it.
 */
export const Emblem = ({
  hue,
  glyph,
  flag,
  height = 64,
}: {
  hue: Hue
  glyph: string
  flag: string
  height?: number
}) => {
  const inside = useId()
  const { shape, pattern, second } = flagOf(flag)
  const [ground, line] = emblemShapes[shape]
  return (
    <svg
      width={height}
      height={height}
      viewBox="0 0 48 48"
      aria-hidden
      style={{ ...hueStyle(hue), flex: 'none' }}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <clipPath id={inside}>
        <path d={ground} />
      </clipPath>
      <path d={ground} fill="var(--hue)" />
      {pattern !== 'plain' && <path d={patterns[pattern]} fill={mids[second]} clipPath={`url(#${inside})`} />}
      {height > 24 && <path d={line} fill="none" stroke="#fff" strokeOpacity=".75" strokeWidth="1.4" />}
      <g transform="translate(10.8 10.8) scale(1.1)" fill="none" stroke="currentColor">
        {/* An outline in the guild's hue keeps the drawing visible on any pattern. */}
        {pattern !== 'plain' && (
          <g color="var(--hue)" strokeWidth="6.8">
            <Glyph name={glyph} isOutlined />
          </g>
        )}
        <g color="#fff" strokeWidth="2.5">
          <Glyph name={glyph} />
        </g>
      </g>
    </svg>
  )
}
