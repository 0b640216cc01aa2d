/**
 * MP4, M4A and MOV are boxes in boxes. What says where and when something was taken stands in boxes of its own, and in
 * tracks that are neither seen nor heard: these become free space of the same length, so that nothing else moves.
 */
export type Edit = { at: number; bytes?: Buffer; zeros?: number }
type Read = (at: number, length: number) => Promise<Buffer>
type Box = { type: string; at: number; head: number; size: number }

export const movieTypes: ReadonlySet<string> = new Set(['video/mp4', 'audio/mp4', 'video/quicktime'])

const seenOrHeard = new Set(['vide', 'soun', 'text', 'sbtl', 'subt', 'clcp', 'tmcd'])
const known = new Set(['ftyp', 'styp', 'mdat', 'moov', 'moof', 'mfra', 'sidx', 'free', 'skip', 'wide'])
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'mvex', 'moof', 'traf'])
const notes = new Set(['udta', 'meta', 'uuid'])
const dated = new Set(['mvhd', 'tkhd', 'mdhd'])
// The index of hours of film; a larger one is not what it says.
const mostIndex = 48 * 2 ** 20

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

const inside = (bytes: Buffer, { at, head, size }: Box): Box[] => {
  const boxes: Box[] = []
  const end = at + size
  // QuickTime may end a list with four zero bytes.
  for (let from = at + head; from + 8 <= end;) {
    const box = boxAt(bytes.subarray(from, Math.min(from + 16, end)), from, end)
    boxes.push(box)
    from += box.size
  }
  return boxes
}

const find = (bytes: Buffer, box: Box | undefined, ...path: string[]): Box | undefined => {
  const [first, ...rest] = path
  if (!box || first === undefined) return box
  const next = inside(bytes, box).find(({ type }) => type === first)
  return find(bytes, next, ...rest)
}

const blank = (bytes: Buffer, { at, head, size }: Box): void => {
  bytes.write('free', at + 4, 'latin1')
  bytes.fill(0, at + head, at + size)
}

const table = (bytes: Buffer, box: Box | undefined, skip: number, width: number): number[][] => {
  if (!box) throw new Error('a track has no index')
  const from = box.at + box.head + skip
  const count = bytes.readUInt32BE(from)
  if (from + 4 + count * width > box.at + box.size) throw new Error('an index is cut off')
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: width / 4 }, (_, part) => bytes.readUInt32BE(from + 4 + row * width + part * 4)),
  )
}

/** Where the samples of a track lie in the file. */
const samplesOf = (bytes: Buffer, trak: Box): Edit[] => {
  const stbl = find(bytes, trak, 'mdia', 'minf', 'stbl')
  const short = find(bytes, stbl, 'stco')
  const chunks = short
    ? table(bytes, short, 4, 4).map(([at = 0]) => at)
    : table(bytes, find(bytes, stbl, 'co64'), 4, 8).map(([high = 0, low = 0]) => high * 2 ** 32 + low)
  const stsz = find(bytes, stbl, 'stsz')
  if (!stsz) throw new Error('a track has no sizes')
  const same = bytes.readUInt32BE(stsz.at + stsz.head + 4)
  const sizes = same > 0 ? null : table(bytes, stsz, 8, 4).map(([size = 0]) => size)
  const runs = table(bytes, find(bytes, stbl, 'stsc'), 4, 12)
  let sample = 0
  let run = 0
  return chunks.map((at, chunk) => {
    while (run + 1 < runs.length && runs[run + 1]![0]! <= chunk + 1) run += 1
    const count = runs[run]?.[1] ?? 0
    const zeros = sizes ? sizes.slice(sample, sample + count).reduce((sum, size) => sum + size, 0) : same * count
    sample += count
    return { at, zeros }
  })
}

const isSilent = (bytes: Buffer, trak: Box): boolean => {
  const handler = find(bytes, trak, 'mdia', 'hdlr')
  return (
    !handler ||
    !seenOrHeard.has(bytes.toString('latin1', handler.at + handler.head + 8, handler.at + handler.head + 12))
  )
}

/** Blanks the notes in an index; into `silent` go the samples of each track that is neither seen nor heard. */
const clean = (bytes: Buffer, box: Box, silent: Edit[][]): void => {
  for (const part of inside(bytes, box)) {
    if (part.type === 'trak' && isSilent(bytes, part)) {
      silent.push(samplesOf(bytes, part))
      blank(bytes, part)
    } else if (notes.has(part.type)) blank(bytes, part)
    else if (dated.has(part.type))
      bytes.fill(0, part.at + part.head + 4, part.at + part.head + 4 + (bytes[part.at + part.head] === 1 ? 16 : 8))
    else if (containers.has(part.type)) clean(bytes, part, silent)
  }
}

/** What has to be written over in a film or recording so that no notes about it are left. Throws where it is not what it says. */
export const metadataIn = async (read: Read, size: number): Promise<Edit[]> => {
  const edits: Edit[] = []
  const silent: Edit[][] = []
  let hasFragments = false
  for (let at = 0; at + 8 <= size;) {
    const box = boxAt(await read(at, 16), at, size)
    if (box.type === 'moov' || box.type === 'moof') {
      if (box.size > mostIndex) throw new Error('an index too long')
      const bytes = await read(at, box.size)
      clean(bytes, { ...box, at: 0 }, silent)
      hasFragments ||= box.type === 'moof'
      edits.push({ at, bytes })
    } else if (!known.has(box.type))
      edits.push({ at: at + 4, bytes: Buffer.from('free') }, { at: at + box.head, zeros: box.size - box.head })
    at += box.size
  }
  // The samples of a fragment are indexed beside it: which of them are notes is not known here.
  if (hasFragments && silent.length > 0) throw new Error('notes in fragments')
  const samples = silent.flat()
  if (samples.some(({ at, zeros = 0 }) => at + zeros > size)) throw new Error('samples outside the file')
  return [...samples, ...edits]
}
