import type { SVGProps } from 'react'

const ink = 'var(--ink-1)'
const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** The styles of the parts of a head. A cap is never green: wearing one is an insult. */
export const headLooks = {
  tint: { fill: 'var(--hue-tint)' },
  mid: { fill: 'var(--hue-mid)' },
  deep: { fill: 'var(--hue)' },
  cap: { fill: 'var(--head-cap)' },
  spark: { fill: 'var(--head-spark)' },
  white: { fill: '#fff' },
  ink: { fill: ink },
  skin: { fill: 'var(--head-skin)' },
  shade: { fill: 'var(--head-shade)' },
  hair: { fill: 'var(--head-hair)' },
  line: { fill: 'none', stroke: ink, strokeWidth: 2.4, ...round },
  laugh: { fill: '#fff', stroke: ink, strokeWidth: 2.4, ...round },
  fold: { fill: 'none', stroke: '#fff', strokeWidth: 1.8, strokeLinecap: 'round' },
  band: { fill: 'none', stroke: 'var(--head-spark)', strokeWidth: 3.5, strokeLinecap: 'round' },
  glass: { fill: '#fff6', stroke: ink, strokeWidth: 2.4 },
  frame: { fill: 'none', stroke: ink, strokeWidth: 2.4 },
} satisfies Record<string, SVGProps<SVGPathElement>>

/** Shapes on a field of 88 × 88, each with how it is painted. */
export type Shapes = readonly (readonly [look: keyof typeof headLooks, shape: string])[]

export const faces = [
  'M24 38c0-14 8-22 20-22s20 8 20 22c0 15-8 26-20 26S24 53 24 38z',
  'M25 36c0-13 8-20 19-20s19 7 19 20v8c0 12-8 20-19 20s-19-8-19-20z',
  'M23 37c0-13 9-21 21-21s21 8 21 21c0 12-6 16-9 20-3 5-7 8-12 8s-9-3-12-8c-3-4-9-8-9-20z',
] as const

/** Hair behind the head and before it. */
export const hairs = [
  ['', 'M22 38c-2-18 8-28 23-28s24 9 21 28c-2-6-4-9-6-12-10 2-22 1-30-4-3 4-6 9-8 16z'],
  [
    'M20 40c0-20 9-31 24-31s24 11 24 31v18H56V36H32v22H20z',
    'M22 40c0-18 8-28 22-28s22 10 22 28c-3-4-4-8-4-12H26c0 4-1 8-4 12z',
  ],
  [
    '',
    'M21 36c-6-4-3-13 3-14 0-8 9-12 15-9 5-6 15-4 17 2 8-1 13 7 9 13 3 4 1 8-1 9-2-5-4-8-7-9-6 2-10 1-13-2-4 3-9 3-12 1-5 1-8 4-11 9z',
  ],
  [
    'M18 66c4-8 2-18 2-28C20 19 29 9 44 9s24 10 24 29c0 10-2 20 2 28-6 3-12 3-16 0H34c-4 3-10 3-16 0z',
    'M22 40c-1-18 8-28 22-28s23 10 22 28c-6-2-16-6-20-16-4 8-14 14-24 16z',
  ],
  [
    'M56 14c10-6 18 0 18 10 0 8-3 14-2 20-8-2-14-10-14-18z',
    'M22 38c-1-17 8-27 22-27s23 10 22 27c-3-5-5-9-7-13-10-2-16-4-20-8-5 6-11 13-17 21z',
  ],
  ['', 'M23 34c-1-14 8-23 21-23s22 9 21 23c-2-4-3-7-4-9-11-3-23-3-34 0-1 2-2 5-4 9z'],
  [
    '',
    'M21 37c-1-6 1-12 5-15l-4-4 8 1c1-4 6-8 8-10l1 4 9-6-2 5c8-1 16 4 19 12l4-1-3 4c1 4 1 7 0 10-3-2-5-6-6-10l-6 3-2-4-7 4-4-4-6 5-4-3c-3 3-6 6-10 9z',
  ],
  [
    'M22 20a9 9 0 1 1 12-8M66 20a9 9 0 1 0-12-8',
    'M22 38c-1-18 8-27 22-27s23 9 22 27c-4-6-7-10-8-14-6 3-9 3-14-6-4 8-9 8-14 6-1 4-4 8-8 14z',
  ],
  [
    'M20 36c-6 10-6 24-1 34l10-1c-5-9-6-20-4-30zM68 36c6 10 6 24 1 34l-10-1c5-9 6-20 4-30z',
    'M22 38c-1-18 8-27 22-27s23 9 22 27c-8-3-16-9-18-17-4 7-16 14-26 17z',
  ],
  ['M44 4a10 10 0 1 1-.1 0', 'M22 38c-1-17 8-26 22-26s23 9 22 26c-3-8-6-12-10-15-6 2-18 2-24 0-4 3-7 7-10 15z'],
] as const

export const glasses: readonly Shapes[] = [
  [],
  [
    ['glass', 'M27.5 42a7.5 7.5 0 0 1 15 0a7.5 7.5 0 0 1 -15 0z'],
    ['glass', 'M45.5 42a7.5 7.5 0 0 1 15 0a7.5 7.5 0 0 1 -15 0z'],
    ['frame', 'M42.5 41h3'],
  ],
  [
    ['glass', 'M30 36h9a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-9a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3z'],
    ['glass', 'M49 36h9a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-9a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3z'],
    ['frame', 'M42 41h4'],
  ],
  [['frame', 'M27 37h15v4c0 10-15 10-15 0zM46 37h15v4c0 10-15 10-15 0zM42 39h4']],
]

export const collars: readonly Shapes[] = [
  [
    ['deep', 'M8 92c0-20 14-26 36-26s36 6 36 26z'],
    ['white', 'M30 67l14 12 14-12 5 3-12 16-7-7-7 7-12-16z'],
  ],
  [
    ['deep', 'M8 92c0-20 14-26 36-26s36 6 36 26z'],
    ['white', 'M40 74h8v18h-8z'],
    ['mid', 'M28 68c4 10 28 10 32 0l4 3c-6 14-34 14-40 0z'],
  ],
  [
    ['mid', 'M8 92c0-20 14-26 36-26s36 6 36 26z'],
    ['line', 'M31 67c3 9 23 9 26 0'],
  ],
  [
    ['deep', 'M8 92c0-20 14-26 36-26s36 6 36 26z'],
    ['mid', 'M24 70c0-6 40-6 40 0 0 12-40 12-40 0z'],
    ['line', 'M36 80v10M52 80v10'],
  ],
  [
    ['white', 'M8 92c0-20 14-26 36-26s36 6 36 26z'],
    ['deep', 'M27 68 44 92 61 68l8 3-8 21H27l-8-21z'],
    ['white', 'm34 67 10 14 10-14z'],
  ],
]

export const eyes: readonly Shapes[] = [
  [
    ['ink', 'M32.5 42a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1 -5 0z'],
    ['ink', 'M50.5 42a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1 -5 0z'],
  ],
  [
    ['ink', 'M32.8 42a2.2 3.2 0 0 1 4.4 0a2.2 3.2 0 0 1 -4.4 0z'],
    ['ink', 'M50.8 42a2.2 3.2 0 0 1 4.4 0a2.2 3.2 0 0 1 -4.4 0z'],
  ],
  [['line', 'M32 43c1-3 5-3 6 0M50 43c1-3 5-3 6 0']],
]

export const extras: readonly Shapes[] = [
  [],
  [
    ['band', 'M21 40C18 3 70 3 67 40'],
    ['spark', 'M20 37h1a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4h-1a4 4 0 0 1-4-4v-8a4 4 0 0 1 4-4z'],
    ['spark', 'M67 37h1a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4h-1a4 4 0 0 1-4-4v-8a4 4 0 0 1 4-4z'],
  ],
  [['spark', 'M56 20l8-5 2 9-9-1zM56 20l-3-8 8 2z']],
  [
    ['cap', 'M21 32c-2-18 8-25 23-25s25 7 23 25c-12-5-34-5-46 0z'],
    ['cap', 'M44 27c14 0 28 2 34 8-8 3-26 2-34-2z'],
  ],
  [['cap', 'M23 30c12-6 30-6 42 0v-5c-12-6-30-6-42 0z']],
  [['spark', 'm61 50 2 3 3 .5-2 2.5.5 3-3.5-1.5-3 1.5.5-3-2-2.5 3-.5z']],
]

export const headGrounds: readonly Shapes[] = [
  [['tint', 'M0 0h88v88H0z']],
  [
    ['tint', 'M0 0h88v88H0z'],
    ['mid', 'M10 40a34 34 0 0 1 68 0a34 34 0 0 1 -68 0z'],
  ],
  [
    ['tint', 'M0 0h88v88H0z'],
    ['mid', 'M0 88V0h44v88z'],
  ],
  [
    ['tint', 'M0 0h88v88H0z'],
    ['mid', 'M0 0h88L0 88z'],
  ],
  [['mid', 'M0 0h88v88H0z']],
]

export const mouths: readonly Shapes[] = [
  [['line', 'M39 53c3 3 7 3 10 0']],
  [['line', 'M40 53c2 1.5 6 1.5 8 0']],
  [['laugh', 'M38 52c2 6 10 6 12 0z']],
]
