import { partCounter } from './bytes-of-file.ts'

/**
 * MP4, M4A and MOV are nested boxes. The place and time of recording are stored in boxes of their own and in tracks
 * that are neither seen nor heard: these are overwritten with free space of the same length, so that nothing else
 * moves.
 */
export type Edit = { at: number; bytes?: Buffer; zeros?: number }
type Read = (at: number, length: number) => Buffer
type Box = { type: string; at: number; head: number; size: number }

const seenOrHeard = new Set(['vide', 'soun', 'text', 'sbtl', 'subt', 'clcp', 'tmcd'])
const known = new Set(['ftyp', 'styp', 'mdat', 'moov', 'moof', 'mfra', 'sidx', 'free', 'skip', 'wide'])
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'mvex', 'moof', 'traf'])
const notes = new Set(['udta', 'meta', 'uuid'])
const dated = new Set(['mvhd', 'tkhd', 'mdhd'])
// Fits the index of hours of film, in one piece or many; a larger one is not genuine.
const mostIndex = 48 * 2 ** 20
const mostDepth = 16

const boxAt = (head: Buffer, at: number, end: number): Box => {
  if (head.length < 8) throw new Error('a box is cut off')
  const length = head.readUInt32BE(0)
  const isLong = length === 1
  if (isLong && head.length < 16) throw new Error('a box is cut off')
  const size = isLong ? Number(head.readBigUInt64BE(8)) : length === 0 ? end - at : length
  const box = { type: head.toString('latin1', 4, 8), at, head: isLong ? 16 : 8, size }
  if (size < box.head || at + size > end) throw new Error(`a box ${box.type} is longer than what it is in`)
  return box
}

/** One index of a film; every visited box is counted, across the whole film. */
type Index = { bytes: Buffer; count: () => void }

const inside = ({ bytes, count }: Index, { at, head, size }: Box): Box[] => {
  const boxes: Box[] = []
  const end = at + size
  // QuickTime may end a list with four zero bytes.
  for (let from = at + head; from + 8 <= end;) {
    count()
    const box = boxAt(bytes.subarray(from, Math.min(from + 16, end)), from, end)
    boxes.push(box)
    from += box.size
  }
  return boxes
}

const find = (index: Index, box: Box | undefined, ...path: string[]): Box | undefined => {
  const [first, ...rest] = path
  if (!box || first === undefined) return box
  const next = inside(index, box).find(({ type }) => type === first)
  return find(index, next, ...rest)
}

const blank = (bytes: Buffer, { at, head, size }: Box): void => {
  bytes.write('free', at + 4, 'latin1')
  bytes.fill(0, at + head, at + size)
}

/** The numbers of a table in an index, read where they stand: a table may have millions. */
const tableOf = (bytes: Buffer, box: Box | undefined, skip: number, width: number) => {
  if (!box) throw new Error('a track has no index')
  const from = box.at + box.head + skip
  const count = bytes.readUInt32BE(from)
  if (from + 4 + count * width > box.at + box.size) throw new Error('an index is cut off')
  return { count, number: (row: number, part = 0): number => bytes.readUInt32BE(from + 4 + row * width + part * 4) }
}

/** Where the chunks of a track begin. */
const chunksOf = (index: Index, stbl: Box | undefined): { count: number; at: (chunk: number) => number } => {
  const short = find(index, stbl, 'stco')
  const { count, number } = short
    ? tableOf(index.bytes, short, 4, 4)
    : tableOf(index.bytes, find(index, stbl, 'co64'), 4, 8)
  return { count, at: short ? number : (chunk) => number(chunk) * 2 ** 32 + number(chunk, 1) }
}

/** How many samples a track has, and how long those from one to another are together. */
const sizesOf = (index: Index, stbl: Box | undefined): { count: number; sum: (from: number, to: number) => number } => {
  const stsz = find(index, stbl, 'stsz')
  if (!stsz) throw new Error('a track has no sizes')
  const same = index.bytes.readUInt32BE(stsz.at + stsz.head + 4)
  if (same > 0)
    return { count: index.bytes.readUInt32BE(stsz.at + stsz.head + 8), sum: (from, to) => same * (to - from) }
  const { count, number } = tableOf(index.bytes, stsz, 8, 4)
  const sum = (from: number, to: number): number => {
    let bytes = 0
    for (let sample = from; sample < to; sample += 1) bytes += number(sample)
    return bytes
  }
  return { count, sum }
}

/** Results of the scan of a film: the samples that are metadata, and the number of bytes of them still allowed. */
type Found = { samples: Edit[]; left: number; fileSize: number; hasSilent: boolean }

/**
 * Records where the samples of a track that is neither seen nor heard lie in the file; those of all tracks together are
 * no longer than the file.
 */
const blankSamples = (index: Index, trak: Box, found: Found): void => {
  const stbl = find(index, trak, 'mdia', 'minf', 'stbl')
  const chunks = chunksOf(index, stbl)
  const sizes = sizesOf(index, stbl)
  const runs = tableOf(index.bytes, find(index, stbl, 'stsc'), 4, 12)
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    index.count()
    while (run + 1 < runs.count && runs.number(run + 1) <= chunk + 1) run += 1
    const last = Math.min(sizes.count, sample + (runs.count > 0 ? runs.number(run, 1) : 0))
    const [at, zeros] = [chunks.at(chunk), sizes.sum(sample, last)]
    sample = last
    if ((found.left -= zeros) < 0 || at + zeros > found.fileSize) throw new Error('samples outside the file')
    found.samples.push({ at, zeros })
  }
}

const isSilent = (index: Index, trak: Box): boolean => {
  const handler = find(index, trak, 'mdia', 'hdlr')
  return (
    !handler ||
    !seenOrHeard.has(index.bytes.toString('latin1', handler.at + handler.head + 8, handler.at + handler.head + 12))
  )
}

/** Blanks the metadata in an index. */
const clean = (index: Index, box: Box, found: Found, depth = 1): void => {
  if (depth > mostDepth) throw new Error('boxes too deep')
  const { bytes } = index
  for (const part of inside(index, box)) {
    if (part.type === 'trak' && isSilent(index, part)) {
      found.hasSilent = true
      blankSamples(index, part, found)
      blank(bytes, part)
    } else if (notes.has(part.type)) blank(bytes, part)
    else if (dated.has(part.type))
      bytes.fill(0, part.at + part.head + 4, part.at + part.head + 4 + (bytes[part.at + part.head] === 1 ? 16 : 8))
    else if (containers.has(part.type)) clean(index, part, found, depth + 1)
  }
}

/**
 * The parts of a film or recording to overwrite so that no metadata is left. Throws where the file is not what it
 * claims to be.
 */
export const notesInFilm = (read: Read, size: number): Edit[] => {
  const count = partCounter()
  const edits: Edit[] = []
  const found: Found = { samples: [], left: size, fileSize: size, hasSilent: false }
  let hasFragments = false
  let indexLeft = mostIndex
  for (let at = 0; at + 8 <= size;) {
    count()
    const box = boxAt(read(at, 16), at, size)
    if (box.type === 'moov' || box.type === 'moof') {
      if ((indexLeft -= box.size) < 0) throw new Error('an index too long')
      const bytes = read(at, box.size)
      clean({ bytes, count }, { ...box, at: 0 }, found)
      hasFragments ||= box.type === 'moof'
      edits.push({ at, bytes })
    } else if (!known.has(box.type))
      edits.push({ at: at + 4, bytes: Buffer.from('free') }, { at: at + box.head, zeros: box.size - box.head })
    at += box.size
  }
  // The samples of a fragment are indexed beside it, so the metadata among them cannot be identified here.
  if (hasFragments && found.hasSilent) throw new Error('notes in fragments')
  return [...found.samples, ...edits]
}
