import type { Subject } from '@tongchuang/contract/drawings.ts'
import type { Part } from './drawing-looks.ts'

/** The things beside the main part: 64 wide, their feet on the line y = 60. */
const things = {
  write: [
    ['deepEdged', 'M14 30h36l6 30H8z'],
    ['paperEdged', 'M20 18h24v12H20z'],
    ['light', 'M24 46h16'],
  ],
  math: [
    ['midEdged', 'M10 26 32 14l22 12v24L32 62 10 50z'],
    ['paperEdged', 'M10 26 32 14l22 12-22 12z'],
    ['edge', 'M32 38v24'],
    ['ink', 'M18 44a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z'],
    ['ink', 'M40 38a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z'],
    ['ink', 'M40 50a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z'],
    ['ink', 'M29 26a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z'],
  ],
  code: [
    ['paperEdged', 'M12 22h30v30c0 6-3 8-8 8H20c-5 0-8-2-8-8z'],
    ['edge', 'M42 30c14-2 14 20 0 18'],
    ['line', 'M22 12c-4-4 4-6 0-10M32 12c-4-4 4-6 0-10'],
  ],
  photo: [
    ['paperEdged', 'm8 12 42-6 6 48-42 6z'],
    ['mid', 'm15 18 31-4 3 28-31 4z'],
    ['spark', 'M33 24a5 5 0 0 1 10 0a5 5 0 0 1 -10 0z'],
    ['deep', 'm18 44 10-14 8 8 5-5 8 8z'],
  ],
  paint: [
    ['edge', 'm22 32-8-24M32 32V4M42 32l8-22'],
    ['midEdged', 'M14 32h36l-4 28H18z'],
    ['line', 'M22 46h20'],
  ],
  nature: [
    ['deepEdged', 'm40 42 16 14-5 5-15-15z'],
    ['paperEdged', 'M6 28a20 20 0 0 1 40 0a20 20 0 0 1 -40 0z'],
    ['line', 'M16 26c1-6 5-9 10-9'],
  ],
  physics: [
    ['sparkEdged', 'M8 44V30C8 4 56 4 56 30v14H42V30c0-10-20-10-20 0v14z'],
    ['paperEdged', 'M8 44h14v14H8zM42 44h14v14H42z'],
  ],
  chemistry: [
    ['paperEdged', 'M14 10h14v42c0 10-14 10-14 0z'],
    ['deepEdged', 'M14 34h14v18c0 10-14 10-14 0z'],
    ['paperEdged', 'M38 10h14v42c0 10-14 10-14 0z'],
    ['sparkEdged', 'M38 24h14v28c0 10-14 10-14 0z'],
    ['edge', 'M4 28h6M56 28h6'],
  ],
  history: [
    ['paperEdged', 'M6 10h10v50H6zM20 10h10v50H20zM34 10h10v50H34zM48 10h10v50H48z'],
    ['line', 'M2 24h60M2 46h60'],
  ],
  geography: [
    ['midEdged', 'm4 60 20-36 12 18 8-10 18 28z'],
    ['paperEdged', 'm16 38 8-14 9 14-6 4-5-4z'],
  ],
  english: [
    ['deepEdged', 'M12 12h40v48H12z'],
    ['paperEdged', 'M12 50h40v10H12z'],
    ['light', 'm24 38 8-18 8 18M27 33h10'],
  ],
  music: [
    ['paperEdged', 'M10 26h44v26c0 10-44 10-44 0z'],
    ['midEdged', 'M10 26a22 8 0 0 1 44 0a22 8 0 0 1 -44 0z'],
    ['edge', 'm36 20 18-14M22 22 8 8'],
  ],
  sport: [
    ['paperEdged', 'M6 30c6 4 14 2 18-6l12 14c8 4 22 4 22 14v8H6z'],
    ['deepEdged', 'M6 52h52v8H6z'],
    ['line', 'm27 38 6-4M33 44l6-4'],
  ],
  robot: [
    ['midEdged', 'm28 6 8 0 2 8 8 4 7-4 5 8-5 6v8l5 6-5 8-7-4-8 4-2 8h-8l-2-8-8-4-7 4-5-8 5-6v-8l-5-6 5-8 7 4 8-4z'],
    ['paperEdged', 'M23 32a9 9 0 0 1 18 0a9 9 0 0 1 -18 0z'],
  ],
  care: [
    ['midEdged', 'M12 24h34v36H12z'],
    ['edge', 'M46 40 60 22M14 24c0-20 30-20 30 0'],
    ['paperEdged', 'm56 16 8 8'],
  ],
  class: [
    ['edge', 'M32 38V20'],
    ['midEdged', 'M32 26c-14 0-20-8-20-18 14 0 20 8 20 18zM32 32c12 0 18-8 18-18-12 0-18 8-18 18z'],
    ['paperEdged', 'M16 38h32l-5 22H21z'],
  ],
  letter: [
    ['paperEdged', 'M8 20h48v38H8z'],
    ['edge', 'm8 20 24 20 24-20'],
    ['deep', 'M26 42a6 6 0 0 1 12 0a6 6 0 0 1 -12 0z'],
  ],
  bottle: [
    ['midEdged', 'M24 20h16a6 6 0 0 1 6 6v28a6 6 0 0 1-6 6h-16a6 6 0 0 1-6-6v-28a6 6 0 0 1 6-6z'],
    ['paperEdged', 'M21 6h22v14H21z'],
    ['line', 'M27 32v14'],
  ],
} satisfies Record<string, readonly Part[]>

type Thing = keyof typeof things

/** For each subject its own thing, then three that go with it. */
const beside: Readonly<Record<Subject, readonly [Thing, Thing, Thing, Thing]>> = {
  write: ['write', 'letter', 'english', 'write'],
  math: ['math', 'physics', 'bottle', 'code'],
  code: ['code', 'robot', 'bottle', 'math'],
  photo: ['photo', 'geography', 'bottle', 'class'],
  paint: ['paint', 'class', 'photo', 'bottle'],
  nature: ['nature', 'class', 'geography', 'bottle'],
  physics: ['physics', 'robot', 'math', 'bottle'],
  chemistry: ['chemistry', 'nature', 'bottle', 'physics'],
  history: ['history', 'letter', 'geography', 'bottle'],
  geography: ['geography', 'nature', 'letter', 'history'],
  english: ['english', 'letter', 'bottle', 'music'],
  music: ['music', 'bottle', 'code', 'class'],
  sport: ['sport', 'class', 'letter', 'bottle'],
  robot: ['robot', 'code', 'physics', 'math'],
  care: ['care', 'class', 'letter', 'nature'],
  class: ['class', 'bottle', 'letter', 'math'],
  lamp: ['letter', 'bottle', 'class', 'write'],
  books: ['letter', 'bottle', 'class', 'write'],
  compass: ['letter', 'bottle', 'geography', 'class'],
  easel: ['letter', 'bottle', 'paint', 'class'],
}

/**
 * The thing beside a subject: of every five numbers two give its own thing, and each other one of the three that go
 * with it.
 */
export const thingBeside = (subject: Subject, number: number): readonly Part[] =>
  things[beside[subject][Math.max(0, (number % 5) - 1)] ?? 'letter']

/** The things in the air: 40 wide. The first is the sun, the last the moon; they never appear together. */
export const floats: readonly (readonly Part[])[] = [
  [['sun', 'M3 20a17 17 0 0 1 34 0a17 17 0 0 1 -34 0z']],
  [
    ['paperEdged', 'M4 22 38 6 28 36l-9-9z'],
    ['midEdged', 'm38 6-19 21v10l5-6'],
  ],
  [['paper', 'M6 30a9 9 0 0 1 2-17 12 12 0 0 1 22-1 10 10 0 0 1 4 18z']],
  [
    ['sparkEdged', 'M20 2 34 16 20 36 8 16z'],
    ['edge', 'M20 2v34M8 16h26'],
  ],
  [['line', 'M2 16c5-5 9-4 11 1 3-5 7-6 11-2M22 28c4-4 7-3 8 1 2-4 6-5 9-1']],
  [
    ['dots', 'M2 36C6 16 20 6 38 6'],
    ['deep', 'M34 6a4 4 0 0 1 8 0a4 4 0 0 1 -8 0z'],
  ],
  [
    ['paperEdged', 'm6 8 26-3 3 28-26 3z'],
    ['line', 'm13 16 14-2M14 24l9-1'],
  ],
  [['mid', 'M26 4a17 17 0 1 0 10 24A14 14 0 0 1 26 4z']],
]

/** The grounds behind the things, which stand on the line y = 0. */
export const grounds: readonly (readonly Part[])[] = [
  [
    ['hill', 'M-40 128V6C40-44 96-34 150 2s110 22 290-32v158z'],
    ['floor', 'M-40 128V24C70-6 120 8 200 16s120 0 240-22v134z'],
  ],
  [
    ['hill', 'M-40 4h480v124H-40z'],
    ['line', 'M-40 4h480'],
  ],
  [
    ['hill', 'M-40 128V-14h130v14h120v14h230v114z'],
    ['floor', 'M-40 128V14h480v114z'],
  ],
  [
    ['hill', 'M136 0a96 96 0 0 1 192 0a96 96 0 0 1 -192 0z'],
    ['floor', 'M-40 8h480v120H-40z'],
  ],
]
