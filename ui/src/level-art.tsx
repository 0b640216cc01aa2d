/** Each number as one stroke, in the middle of the hexagon. */
const digits = [
  'M48 37c-14 0-14 31 0 31s14-31 0-31z',
  'M42 42l7-5v30',
  'M39 43c1-9 18-9 17 1 0 7-9 12-17 22h18',
  'M39 38h17L46 49c8 0 12 4 12 9 0 7-6 10-11 10-4 0-8-2-10-5',
  'M52 68V37L37 59h21',
  'M55 38H41l-1 13c8-4 17-1 17 8 0 10-13 12-18 5',
  'M54 37C44 42 39 50 39 58a9.500 9.500 0 1 0 10-9c-5 0-9 3-10 7',
  'M38 38h19L45 68',
  'M48 51c-12 0-11-14 0-14s12 14 0 14c-14 0-13 17 0 17s14-17 0-17z',
  'M57 47a9.500 9.500 0 1 0-10 9c5 0 9-3 10-7 0 8-5 14-14 19',
] as const

const corners = (radius: number): [number, number][] =>
  Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2
    return [round(48 + radius * Math.cos(angle)), round(52 + radius * Math.sin(angle))]
  })
const round = (value: number): number => Math.round(value * 10) / 10
const hexagon = (radius: number): string =>
  `M${corners(radius)
    .map((point) => point.join(' '))
    .join('L')}z`

const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const deep = 'var(--primary-7)'
const light = 'var(--primary-3)'

const Figures = ({ level }: { level: number }) => {
  const figures = String(level).split('')
  const scale = figures.length === 1 ? 1 : figures.length === 2 ? 0.85 : 0.6
  const step = 23 * scale
  return figures.map((figure, at) => (
    <path
      // oxlint-disable-next-line react/no-array-index-key -- the figures of a number stay in their places
      key={at}
      d={digits[Number(figure)]}
      {...line}
      stroke="#fff"
      strokeWidth="6"
      transform={`translate(${48 + (at - (figures.length - 1) / 2) * step} 52) scale(${scale}) translate(-48 -52)`}
    />
  ))
}

/** Decoration around the hexagon: ears of wheat from level 6, rays of light from level 8. */
const Around = ({ level }: { level: number }) => (
  <>
    {level >= 8 && (
      <g {...line} stroke={light} strokeWidth="3">
        {[30, 90, 150, 210, 270, 330].map((turn) => (
          <path key={turn} transform={`rotate(${turn} 48 52)`} d="M48 8v-7M41 9l-2-5M55 9l2-5" />
        ))}
      </g>
    )}
    {level >= 6 && (
      <>
        <path {...line} stroke={deep} strokeWidth="3" d="M10 64c2 20 16 32 34 35M86 64c-2 20-16 32-34 35" />
        <path
          fill={light}
          stroke={deep}
          strokeWidth="2"
          d="M9 66c-6 2-8 8-5 13 5-3 7-8 5-13zM14 80c-6 4-6 10-2 14 4-4 5-10 2-14zM87 66c6 2 8 8 5 13-5-3-7-8-5-13zM82 80c6 4 6 10 2 14-4-4-5-10-2-14z"
        />
      </>
    )}
  </>
)

/**
 * A large level badge: each of the first ten levels adds one element to the hexagon and removes none. Decoration; the
 * words stand beside it.
 */
export const LevelArt = ({ level, className }: { level: number; className?: string | undefined }) => (
  <svg className={className} viewBox="-4 -4 104 112" aria-hidden data-level={level}>
    <Around level={level} />
    <path d={hexagon(42)} fill={deep} />
    {level >= 9 && (
      <path fill="var(--primary-6)" d="M48 10 84.400 31 48 52zM84.400 73 48 94V52zM11.600 73 11.600 31 48 52z" />
    )}
    {level >= 2 && <path d={hexagon(36)} {...line} stroke="#fff" strokeOpacity=".75" strokeWidth="2" />}
    {level >= 5 && <path d={hexagon(31)} {...line} stroke="#fff" strokeOpacity=".4" strokeWidth="1.500" />}
    {level >= 4 && corners(36).map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r="3" fill="#fff" />)}
    <Figures level={level} />
    {level >= 3 && <circle cx="48" cy="77" r="3" fill="var(--sun)" />}
    {level >= 7 && (
      <>
        <circle cx="40" cy="75" r="2.400" fill="var(--sun)" />
        <circle cx="56" cy="75" r="2.400" fill="var(--sun)" />
      </>
    )}
    {level >= 10 && (
      <path
        fill="var(--sun)"
        d="m48 17 2.700 5.500 6 .9-4.400 4.200 1 6-5.300-2.800-5.400 2.800 1-6-4.300-4.200 6-.9z"
      />
    )}
  </svg>
)
