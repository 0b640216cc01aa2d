import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boxOf, emptyBoxes, emptyChunks, filmOf, waveOf } from '../../testing/hostile-files.ts'
import { cleanRecording } from './recording.ts'
import { cpuTime } from '../../testing/cpu-time.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-recording-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const wav = 'audio/wav'
const mp3 = 'audio/mpeg'
const mp4 = 'video/mp4'

/** What others get of a recording, or null where they get nothing. */
const cleaned = async (mime: string, bytes: Buffer): Promise<Buffer | null> => {
  const path = join(folder, 'recording')
  await writeFile(path, bytes)
  const made = await cleanRecording({ path, size: bytes.length, mime }).catch((error: unknown) => {
    expect(error).toBeInstanceOf(Error)
    return null
  })
  expect(made).not.toBe('disk full')
  return made === null || made === 'disk full' ? null : readFile(made.public)
}

const of32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, at * 4)
  return bytes
}

/** A track that is neither seen nor heard, with this index of its samples. */
const silentTrack = (...index: Buffer[]): Buffer =>
  boxOf('trak', [
    boxOf('mdia', [boxOf('hdlr', [of32(0, 0), Buffer.from('meta'), of32(0)]), boxOf('minf', [boxOf('stbl', index)])]),
  ])

const nested = (depth: number): Buffer => {
  let box = boxOf('trak')
  for (let at = 0; at < depth; at += 1) box = boxOf('trak', box)
  return box
}

test.each<[what: string, mime: string, make: () => Buffer]>([
  ['24 MB of empty chunks', wav, () => emptyChunks(24 * 2 ** 20)],
  ['24 MB of empty boxes', mp4, () => filmOf(emptyBoxes(24 * 2 ** 20))],
  ['24 MB of empty boxes of a kind nobody knows', mp4, () => filmOf(emptyBoxes(24 * 2 ** 20, 'what'))],
  ['an index of 24 MB of empty boxes', mp4, () => filmOf(boxOf('moov', emptyBoxes(24 * 2 ** 20)))],
  ['an index of 47 MB of empty tracks', mp4, () => filmOf(boxOf('moov', emptyBoxes(47 * 2 ** 20, 'trak')))],
  [
    'many indexes',
    mp4,
    () => filmOf(...Array.from({ length: 5 }, () => boxOf('moov', boxOf('free', Buffer.alloc(10 * 2 ** 20))))),
  ],
  ['boxes in boxes in boxes', mp4, () => filmOf(boxOf('moov', nested(9_000)))],
  [
    'a million chunks of samples',
    mp4,
    () =>
      filmOf(
        boxOf(
          'moov',
          silentTrack(
            boxOf('stsc', of32(0, 1, 1, 1, 1)),
            boxOf('stsz', of32(0, 1, 2_000_000)),
            boxOf('stco', [of32(0, 2_000_000), Buffer.alloc(8_000_000)]),
          ),
        ),
      ),
  ],
  [
    'samples that lie upon each other, as long as the film a thousand times',
    mp4,
    () => {
      const long = boxOf('mdat', Buffer.alloc(2 ** 20))
      return filmOf(
        long,
        boxOf(
          'moov',
          silentTrack(
            boxOf('stsc', of32(0, 1, 1, 1, 1)),
            boxOf('stsz', of32(0, 2 ** 20, 1_000)),
            boxOf('stco', [of32(0, 1_000), Buffer.alloc(4_000)]),
          ),
        ),
      )
    },
  ],
  [
    '4 billion samples of a byte',
    mp4,
    () =>
      filmOf(
        boxOf(
          'moov',
          silentTrack(
            boxOf('stsc', of32(0, 1, 1, 0xffffffff, 1)),
            boxOf('stsz', of32(0, 1, 0xffffffff)),
            boxOf('stco', of32(0, 1, 0)),
          ),
        ),
      ),
  ],
  ['24 MB of empty tags', mp3, () => Buffer.alloc(24 * 2 ** 20, Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'))],
])('%s: nobody else gets it, and it costs no time worth naming', async (_what, mime, make) => {
  const bytes = make()
  const began = cpuTime()
  expect((await cleaned(mime, bytes)) === null).toBe(true)
  // With a read for each part this takes minutes.
  expect(cpuTime() - began).toBeLessThan(5_000)
})

test('a recording of thousands of parts, as long ones have, is given to others without its notes', async () => {
  const parts = Array.from({ length: 4_000 }, () => [
    { name: 'LIST', bytes: Buffer.from('Shanghai') },
    { name: 'data', bytes: Buffer.from('sound!') },
  ]).flat()
  const wave = await cleaned(wav, waveOf(parts))
  expect(wave?.includes('Shanghai')).toBe(false)
  expect(wave?.toString('latin1').split('sound!')).toHaveLength(4_001)
  const fragments = Array.from({ length: 1_000 }, () => [
    boxOf('moof', [boxOf('mfhd', of32(0, 1)), boxOf('udta', Buffer.from('Shanghai'))]),
    boxOf('mdat', Buffer.from('what is seen')),
  ]).flat()
  const film = await cleaned(mp4, filmOf(...fragments))
  expect(film?.includes('Shanghai')).toBe(false)
  expect(film?.toString('latin1').split('what is seen')).toHaveLength(1_001)
})

test('a note that lies across the blocks in which a recording is read is taken out whole', async () => {
  for (const before of [65_500, 65_520, 65_524, 65_528, 65_536]) {
    const bytes = waveOf([
      { name: 'data', bytes: Buffer.alloc(before - 20) },
      { name: 'LIST', bytes: Buffer.from('Shanghai') },
      { name: 'data', bytes: Buffer.from('end!') },
    ])
    const clean = await cleaned(wav, bytes)
    expect([clean?.includes('Shanghai'), clean?.length, clean?.includes('end!')]).toEqual([false, bytes.length, true])
  }
})

const aName = fc.constantFrom(
  'moov',
  'moof',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'hdlr',
  'stco',
  'co64',
  'stsz',
  'stsc',
  'tkhd',
  'mvhd',
  'udta',
  'meta',
  'mdat',
  'free',
  'what',
  '\0\0\0\0',
)
const aLength = fc.option(fc.oneof(fc.nat(64), fc.constantFrom(0, 1, 7, 8, 0x7fffffff, 0xffffffff)), { nil: undefined })
const { box: aBox } = fc.letrec<{ box: Buffer; inside: Buffer }>((tie) => ({
  box: fc.tuple(aName, tie('inside'), aLength).map(([name, inside, says]) => boxOf(name, inside, says)),
  inside: fc.oneof(
    { maxDepth: 5 },
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .array(fc.oneof(fc.nat(12), fc.constantFrom(0xffffffff, 2 ** 31)), { maxLength: 12 })
      .map((numbers) => of32(...numbers)),
    fc.array(tie('box'), { maxLength: 5 }).map((boxes) => Buffer.concat(boxes)),
  ),
}))
const aChunk = fc.record({
  name: fc.constantFrom('fmt ', 'data', 'LIST', 'bext', 'ID3', '\0\0\0\0'),
  bytes: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  says: aLength,
})

test('any film, wave or song is cleaned or given to nobody, and never grows', async () => {
  const film = fc.array(aBox, { maxLength: 8 }).map((boxes) => ({ mime: mp4, bytes: filmOf(...boxes) }))
  const wave = fc.array(aChunk, { maxLength: 20 }).map((chunks) => ({
    mime: wav,
    bytes: waveOf(chunks.map(({ says, ...chunk }) => ({ ...chunk, ...(says === undefined ? {} : { says }) }))),
  }))
  const song = fc
    .array(
      fc.oneof(
        fc.constantFrom('ID3\x04\0\0\0\0\0\x02ab', 'TAG'.padEnd(128, 'a'), 'APETAGEX'.padEnd(32, '\xff'), '\xff\xfb'),
        fc.string({ maxLength: 20 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => ({ mime: mp3, bytes: Buffer.from(parts.join(''), 'latin1') }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(film, wave, song), async ({ mime, bytes }) => {
      const clean = await cleaned(mime, bytes)
      expect(clean?.length ?? 0).toBeLessThanOrEqual(bytes.length)
      expect((await stat(join(folder, 'recording'))).size).toBe(bytes.length)
    }),
    { numRuns: 500 },
  )
})
