import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOf, emptyBoxes } from '../../testing/hostile-files.ts'
import { mp4Of, webmOf } from '../../testing/spoken.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { readVoice } from './voice.ts'

const webm = 'audio/webm'
const mp4 = 'audio/mp4'

const secondsOf = (bytes: Buffer, mime: string): number | string => {
  const heard = readVoice({ bytes, mime })
  return typeof heard === 'string' ? heard : heard.seconds
}
const kept = (bytes: Buffer, mime: string): Buffer => {
  const heard = readVoice({ bytes, mime })
  if (typeof heard === 'string') throw new Error(heard)
  return Buffer.from(heard.bytes)
}

test('a recording is as long as its sound, and again as long after it was written anew', () => {
  for (const [bytes, mime] of [
    [webmOf({ seconds: 23 }), webm],
    [mp4Of({ seconds: 23 }), mp4],
  ] as const) {
    expect(secondsOf(bytes, mime)).toBeCloseTo(23, 1)
    expect(secondsOf(kept(bytes, mime), mime)).toBeCloseTo(23, 1)
  }
})

test('what a recorder noted about place, time and device is not in what others hear', () => {
  const notes = 'Shanghai <script>alert(1)</script> PK\u0003\u0004'
  for (const [bytes, mime] of [
    [webmOf({ seconds: 2, notes }), webm],
    [mp4Of({ seconds: 2, notes }), mp4],
  ] as const) {
    expect(bytes.includes('Shanghai')).toBe(true)
    const clean = kept(bytes, mime)
    expect([clean.includes('Shanghai'), clean.includes('script'), clean.includes('sound')]).toEqual([
      false,
      false,
      true,
    ])
  }
})

test.each<[what: string, mime: string, make: () => Buffer, answer: string]>([
  ['a head that says ten hours over a second of sound', mp4, () => mp4Of({ seconds: 1, told: 36_000 }), 'too long'],
  ['ten hours of silence between two packets', webm, () => webmOf({ seconds: 72_000, step: 36_000_000 }), 'too long'],
  ['two and a half minutes', webm, () => webmOf({ seconds: 150 }), 'too long'],
  ['two and a half minutes in one piece', mp4, () => mp4Of({ seconds: 150 }), 'too long'],
  ['a film', mp4, () => mp4Of({ seconds: 2, handler: 'vide', codec: 'avc1' }), 'no sound'],
  ['a track of words', mp4, () => mp4Of({ seconds: 2, handler: 'text' }), 'no sound'],
  ['sound nobody can play', mp4, () => mp4Of({ seconds: 2, codec: 'samr' }), 'no sound'],
  ['a film in WebM', webm, () => webmOf({ seconds: 2, codec: 'V_VP8' }), 'no sound'],
  ['nothing said', mp4, () => mp4Of({ seconds: 0 }), 'no sound'],
  ['a head alone', webm, () => webmOf({ seconds: 0 }), 'no sound'],
  ['a page', mp4, () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'no sound'],
  [
    'a page that begins as a recording',
    webm,
    () => Buffer.from('\x1a\x45\xdf\xa3<script>alert(1)</script>', 'latin1'),
    'no sound',
  ],
  [
    'a recording with a page behind it',
    webm,
    () => Buffer.concat([webmOf({ seconds: 1 }), Buffer.from('\0<script>alert(1)</script>')]),
    'no sound',
  ],
  ['nothing', webm, () => Buffer.alloc(0), 'no sound'],
  ['6 MB of empty boxes', mp4, () => Buffer.concat([boxOf('ftyp'), emptyBoxes(6 * 2 ** 20)]), 'no sound'],
  [
    '6 MB of empty elements',
    webm,
    () => Buffer.concat([webmOf({ seconds: 1 }), Buffer.alloc(6 * 2 ** 20, Buffer.from([0xec, 0x80]))]),
    'no sound',
  ],
  [
    'a million clusters',
    webm,
    () => Buffer.concat([webmOf({ seconds: 1 }), Buffer.alloc(6 * 2 ** 20, Buffer.from('1f43b67580', 'hex'))]),
    'no sound',
  ],
  [
    '4 billion samples',
    mp4,
    () => {
      const bytes = mp4Of({ seconds: 1 })
      bytes.writeUInt32BE(0xffffffff, bytes.indexOf('stts') + 12)
      return bytes
    },
    'no sound',
  ],
])('%s is no answer, and costs no time worth naming', (_what, mime, make, answer) => {
  const bytes = make()
  const began = cpuTime()
  expect(secondsOf(bytes, mime)).toBe(answer)
  expect(cpuTime() - began).toBeLessThan(2_000)
})

test('a recording that broke off is as long as what arrived', () => {
  const whole = webmOf({ seconds: 10 })
  const cut = secondsOf(whole.subarray(0, Math.floor(whole.length / 2)), webm)
  expect(cut).toBeGreaterThan(4)
  expect(cut).toBeLessThan(6)
})

test('whatever the bytes are, they are heard or refused, and never grow beyond a packet’s own frame', () => {
  const damage = fc.record({
    of: fc.constantFrom(webm, mp4),
    changes: fc.array(fc.tuple(fc.nat(3_000), fc.nat(255)), { maxLength: 20 }),
    end: fc.nat(4_000),
  })
  fc.assert(
    fc.property(damage, ({ of, changes, end }) => {
      const bytes = Buffer.from(of === webm ? webmOf({ seconds: 2 }) : mp4Of({ seconds: 2 }))
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
      const heard = readVoice({ bytes: bytes.subarray(0, end), mime: of })
      if (typeof heard === 'string') return
      expect(heard.seconds).toBeLessThanOrEqual(123)
      expect(heard.bytes.length).toBeLessThanOrEqual(bytes.length * 4 + 1_000)
    }),
    { numRuns: 300 },
  )
})
