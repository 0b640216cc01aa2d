import { openBytes, partCounter, type BytesOfFile } from './bytes-of-file.ts'
import { notesInFilm, type Edit } from './film.ts'
import { made, type Made } from './made.ts'

/** A recording whose metadata is to be removed; `path`: a file of its own that may be overwritten. */
export type Recording = { path: string; size: number; mime: string }

/** The chunks a WAV needs to be heard; everything else in it is metadata. */
const heard = new Set(['fmt ', 'data', 'fact'])

const notesInWave = (file: BytesOfFile, size: number): Edit[] => {
  const edits: Edit[] = []
  const count = partCounter()
  for (let at = 12; at + 8 <= size;) {
    count()
    const head = file.read(at, 8)
    const length = Math.min(head.readUInt32LE(4), size - at - 8)
    if (!heard.has(head.toString('latin1', 0, 4)))
      edits.push({ at, bytes: Buffer.from('JUNK') }, { at: at + 8, zeros: length })
    at += 8 + length + (length % 2)
  }
  return edits
}

const tagLength = (head: Buffer): number => {
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  const hasFooter = (head[5]! & 0x10) !== 0
  return 10 + (a << 21) + (b << 14) + (c << 7) + d + (hasFooter ? 10 : 0)
}

/** Where the sound of an MP3 begins and ends between the tags before and after it. */
const soundOfMp3 = (file: BytesOfFile, size: number): { start: number; end: number } => {
  const count = partCounter()
  let start = 0
  for (let length = tagLength(file.read(0, 10)); length > 0 && start < size; length = tagLength(file.read(start, 10))) {
    count()
    start += length
  }
  let end = size
  if (end >= 128 && file.read(end - 128, 3).toString('latin1') === 'TAG') end -= 128
  const footer = file.read(Math.max(0, end - 32), 32)
  if (footer.toString('latin1', 0, 8) === 'APETAGEX')
    end -= footer.readUInt32LE(12) + ((footer.readUInt32LE(20) & 0x80000000) === 0 ? 0 : 32)
  if (start >= end) throw new Error('no sound between the tags')
  return { start, end }
}

const withoutNotes = (file: BytesOfFile, { path, size, mime }: Recording): string => {
  if (mime === 'audio/mpeg') {
    const clean = `${path}.public`
    const { start, end } = soundOfMp3(file, size)
    file.copy(clean, start, end)
    return clean
  }
  const edits = mime === 'audio/wav' ? notesInWave(file, size) : notesInFilm(file.read, size)
  for (const { at, bytes, zeros = 0 } of edits) {
    if (bytes) file.write(at, bytes)
    file.blank(at, zeros)
  }
  return path
}

/**
 * Removes the metadata of a recording — place, time, device, names — and leaves its sound and pictures as they are.
 * Returns the file to keep: the same one changed in place, or a new one beside it. Throws where complete removal is not
 * certain.
 */
export const cleanRecording = async (recording: Recording): Promise<Made> => {
  const file = openBytes(recording.path)
  try {
    return await made(async () => ({
      public: withoutNotes(file, recording),
      thumb: null,
      width: null,
      height: null,
    }))
  } finally {
    file.close()
  }
}
