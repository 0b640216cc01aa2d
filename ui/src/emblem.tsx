import { Glyph } from './glyphs.tsx'
import { hueStyle } from './hues.ts'
import type { Hue } from './hues.ts'

const shapes = [
  {
    ground: 'M32 3 60 11v25c0 17-11 27-28 33C15 63 4 53 4 36V11z',
    line: 'M32 9.2 54.5 15.6V36c0 13-8 21.5-22.5 26.7C17.5 57.5 9.5 49 9.5 36V15.6z',
  },
  { ground: 'M32 3 60 18v36L32 69 4 54V18z', line: 'M32 9.5 54.5 21.5v29L32 62.5 9.5 50.5v-29z' },
] as const

/** An emblem: shield or hexagon by id, in a hue, with a glyph. Decoration; the name stands beside it. */
export const Emblem = ({ id, hue, glyph, height = 64 }: { id: number; hue: Hue; glyph: string; height?: number }) => {
  const shape = shapes[id % 2 === 0 ? 0 : 1]
  return (
    <svg
      width={(height * 8) / 9}
      height={height}
      viewBox="0 0 64 72"
      aria-hidden
      style={{ ...hueStyle(hue), flex: 'none' }}
    >
      <path d={shape.ground} fill="var(--hue)" />
      <path d={shape.line} fill="none" stroke="#fff" strokeOpacity=".45" strokeWidth="1.5" />
      <g
        transform="translate(15.2 18.5) scale(1.4)"
        color="#fff"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <Glyph name={glyph} />
      </g>
    </svg>
  )
}
