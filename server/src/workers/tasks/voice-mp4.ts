import { partCounter } from './bytes-of-file.ts'
import { notesInFilm } from './film.ts'

/**
 * A recording in MP4: in one piece, as phones make them, or in fragments, as browser recorders write them. Metadata is
 * removed as for films; the duration is summed up from its samples.
 */
type Box = { type: string; from: number; end: number }

const codecs = new Set(['mp4a', 'Opus'])
const mostSamples = 200_000
const empty = new Set(['free', 'skip', 'wide'])
const inner = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'mvex', 'moof', 'traf'])

const boxesIn = (bytes: Buffer, count: () => void, from = 0, end = bytes.length): Box[] => {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= end;) {
    count()
    const length = bytes.readUInt32BE(at)
    const head = length === 1 ? 16 : 8
    if (at + head > end) throw new Error('a box is cut off')
    const size = length === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : length === 0 ? end - at : length
    if (size < head || at + size > end) throw new Error('a box is longer than what it is in')
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at + head, end: at + size })
    at += size
  }
  return boxes
}

/** The complete part of a recording: one that broke off within a fragment ends with the fragment before. */
const wholeOf = (bytes: Buffer): Buffer => {
  let end = 0
  let isInFragment = false
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    // A box with a long, open or cut-off size: in a recording in one piece, the other functions judge it.
    if (size < 8 || at + size > bytes.length) break
    at += size
    isInFragment = type === 'moof'
    if (!isInFragment) end = at
  }
  return bytes.includes('moof', 0, 'latin1') ? bytes.subarray(0, end) : bytes
}

type Clock = { scale: number; perSample: number; told: number; summed: number; samples: number }

const timesOf = (bytes: Buffer, { from, end }: Box): { scale: number; length: number } => {
  const isLong = bytes[from] === 1
  const at = from + (isLong ? 20 : 12)
  if (at + (isLong ? 12 : 8) > end) throw new Error('a head is cut off')
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4)
  // All bits set means an unknown length, as in fragments.
  const isOpen = isLong ? length > 2 ** 60 : length === 0xffffffff
  return { scale: bytes.readUInt32BE(at), length: isOpen ? 0 : length }
}

const sumOfTable = (bytes: Buffer, { from, end }: Box, clock: Clock): void => {
  const rows = bytes.readUInt32BE(from + 4)
  if (from + 8 + rows * 8 > end) throw new Error('an index is cut off')
  for (let row = 0; row < rows; row += 1) {
    const samples = bytes.readUInt32BE(from + 8 + row * 8)
    clock.samples += samples
    clock.summed += samples * bytes.readUInt32BE(from + 12 + row * 8)
  }
}

const mustHear = (bytes: Buffer, handler: Box | undefined, entries: Box | undefined): void => {
  if (!handler || bytes.toString('latin1', handler.from + 8, handler.from + 12) !== 'soun') throw new Error('no sound')
  if (!entries || bytes.readUInt32BE(entries.from + 4) !== 1) throw new Error('not one kind of sound')
  if (!codecs.has(bytes.toString('latin1', entries.from + 12, entries.from + 16))) throw new Error('an unknown sound')
}

const readHead = (bytes: Buffer, count: () => void, moov: Box): Clock => {
  const inMovie = boxesIn(bytes, count, moov.from, moov.end)
  const tracks = inMovie.filter(({ type }) => type === 'trak')
  const [track] = tracks
  if (!track || tracks.length > 1) throw new Error('not one track')
  const within = (box: Box, ...path: string[]): Box | undefined => {
    let found: Box | undefined = box
    for (const name of path)
      found = found && boxesIn(bytes, count, found.from, found.end).find(({ type }) => type === name)
    return found
  }
  const table = within(track, 'mdia', 'minf', 'stbl')
  mustHear(bytes, within(track, 'mdia', 'hdlr'), table && within(table, 'stsd'))
  const [movieHead, soundHead] = [inMovie.find(({ type }) => type === 'mvhd'), within(track, 'mdia', 'mdhd')]
  if (!movieHead || !soundHead) throw new Error('no head')
  const [movie, sound] = [timesOf(bytes, movieHead), timesOf(bytes, soundHead)]
  if (movie.scale === 0 || sound.scale === 0) throw new Error('no clock')
  const extended = inMovie.find(({ type }) => type === 'mvex')
  const defaults = extended && within(extended, 'trex')
  const whole = extended && within(extended, 'mehd')
  const open = whole
    ? bytes[whole.from] === 1
      ? Number(bytes.readBigUInt64BE(whole.from + 4))
      : bytes.readUInt32BE(whole.from + 4)
    : 0
  const clock: Clock = {
    scale: sound.scale,
    perSample: defaults ? bytes.readUInt32BE(defaults.from + 12) : 0,
    told: Math.max(movie.length / movie.scale, sound.length / sound.scale, open / movie.scale),
    summed: 0,
    samples: 0,
  }
  const times = table && within(table, 'stts')
  if (times) sumOfTable(bytes, times, clock)
  return clock
}

/** Adds the duration of a fragment: that of each sample is given per sample, for the fragment, or for all. */
const addFragment = (bytes: Buffer, count: () => void, moof: Box, clock: Clock): void => {
  for (const traf of boxesIn(bytes, count, moof.from, moof.end).filter(({ type }) => type === 'traf')) {
    let perSample = clock.perSample
    for (const { type, from, end } of boxesIn(bytes, count, traf.from, traf.end)) {
      const flags = bytes.readUInt32BE(from) & 0xffffff
      if (type === 'tfhd' && (flags & 0x8) !== 0)
        perSample = bytes.readUInt32BE(from + 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4))
      if (type === 'tfdt') {
        const begins = bytes[from] === 1 ? Number(bytes.readBigUInt64BE(from + 4)) : bytes.readUInt32BE(from + 4)
        clock.told = Math.max(clock.told, begins / clock.scale)
      }
      if (type !== 'trun') continue
      const samples = bytes.readUInt32BE(from + 4)
      if ((clock.samples += samples) > mostSamples) throw new Error('more samples than there can be')
      const [first, each] = [
        8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4),
        [0x100, 0x200, 0x400, 0x800],
      ]
      const width = each.filter((flag) => (flags & flag) !== 0).length * 4
      if (from + first + samples * width > end) throw new Error('a fragment is cut off')
      if ((flags & 0x100) === 0) clock.summed += samples * perSample
      else for (let at = 0; at < samples; at += 1) clock.summed += bytes.readUInt32BE(from + first + at * width)
    }
  }
}

/** Blanks unused space, which could hold metadata as well. */
const emptyRoom = (bytes: Buffer, count: () => void, from = 0, end = bytes.length, depth = 0): void => {
  if (depth > 12) throw new Error('boxes too deep')
  for (const box of boxesIn(bytes, count, from, end)) {
    if (empty.has(box.type)) bytes.fill(0, box.from, box.end)
    else if (inner.has(box.type)) emptyRoom(bytes, count, box.from, box.end, depth + 1)
  }
}

/** Throws where it is no recording of one voice in AAC or Opus. */
export const readSoundOfMp4 = (given: Buffer): { seconds: number; bytes: Buffer } => {
  const count = partCounter()
  const bytes = Buffer.from(wholeOf(given))
  const boxes = boxesIn(bytes, count)
  const heads = boxes.filter(({ type }) => type === 'moov')
  if (boxes[0]?.type !== 'ftyp' || boxes[0].end > 512 || !heads[0] || heads.length > 1) throw new Error('no recording')
  const clock = readHead(bytes, count, heads[0])
  for (const box of boxes.filter(({ type }) => type === 'moof')) addFragment(bytes, count, box, clock)
  const sound = boxes.filter(({ type }) => type === 'mdat').reduce((sum, { from, end }) => sum + end - from, 0)
  if (clock.samples === 0 || clock.samples > mostSamples || sound === 0) throw new Error('no samples')
  const seconds = clock.summed / clock.scale
  if (seconds === 0) throw new Error('no sound')
  const edits = notesInFilm((at, length) => Buffer.from(bytes.subarray(at, at + length)), bytes.length)
  for (const { at, bytes: written, zeros = 0 } of edits) {
    written?.copy(bytes, at)
    const from = at
    if (zeros > 0) bytes.fill(0, from, from + zeros)
  }
  emptyRoom(bytes, partCounter())
  return { seconds: Math.max(seconds, clock.told), bytes }
}
