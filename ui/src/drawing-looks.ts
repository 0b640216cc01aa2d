import type { SVGProps } from 'react'

const ink = 'var(--ink-1)'
const edge = { stroke: ink, strokeWidth: 4, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const line = { fill: 'none', strokeWidth: 4, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** How a part is painted: in the hue of the element around, on white paper, with an edge of ink or without. */
export const looks = {
  paper: { fill: '#fff' },
  paperEdged: { fill: '#fff', ...edge },
  deep: { fill: 'var(--hue)' },
  deepEdged: { fill: 'var(--hue)', ...edge },
  mid: { fill: 'var(--hue-mid)' },
  midEdged: { fill: 'var(--hue-mid)', ...edge },
  tintEdged: { fill: 'var(--hue-tint)', ...edge },
  spark: { fill: 'var(--hue-spark)' },
  sparkEdged: { fill: 'var(--hue-spark)', ...edge },
  ink: { fill: ink },
  inkEdged: { fill: ink, ...edge },
  edge: { fill: 'none', ...edge },
  line: { ...line, stroke: 'var(--hue)' },
  light: { ...line, stroke: '#fff' },
  stave: { ...line, stroke: 'var(--hue-mid)', strokeWidth: 3 },
  dots: { ...line, stroke: 'var(--hue)', strokeDasharray: '1 9' },
  sun: { fill: 'var(--sun)' },
  skin1Edged: { fill: '#ffe3c9', ...edge },
  skin2Edged: { fill: '#e0a77c', ...edge },
  skin3Edged: { fill: '#f6cfa8', ...edge },
  hill: { fill: 'var(--hue-hill)' },
  floor: { fill: 'var(--hue-floor)' },
} satisfies Record<string, SVGProps<SVGPathElement>>

/** A shape of a drawing and how it is painted. */
export type Part = readonly [look: keyof typeof looks, shape: string]
