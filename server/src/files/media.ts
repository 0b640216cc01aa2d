import { open, type FileHandle } from 'node:fs/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { metadataIn, movieTypes, type Edit } from './movie.ts'

/** What the metadata of a recording may be taken out of. */
type Recording = { path: string; size: number; mime: string }

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

const apply = async (file: FileHandle, { at, bytes, zeros = 0 }: Edit): Promise<void> => {
  if (bytes) await file.write(bytes, 0, bytes.length, at)
  const nothing = Buffer.alloc(Math.min(zeros, 64 * 1024))
  for (let done = 0; done < zeros; done += nothing.length)
    await file.write(nothing, 0, Math.min(nothing.length, zeros - done), at + done)
}

/** What a WAV needs to be heard; everything else in it are notes about it. */
const heard = new Set(['fmt ', 'data', 'fact'])

const notesOfWave = async (file: FileHandle, size: number): Promise<Edit[]> => {
  const edits: Edit[] = []
  for (let at = 12; at + 8 <= size;) {
    const head = await readAt(file, at, 8)
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
const soundOfMp3 = async (file: FileHandle, size: number): Promise<{ start: number; end: number }> => {
  let start = 0
  for (
    let length = tagLength(await readAt(file, 0, 10));
    length > 0 && start < size;
    length = tagLength(await readAt(file, start, 10))
  )
    start += length
  let end = size
  if ((await readAt(file, end - 128, 3)).toString('latin1') === 'TAG') end -= 128
  const footer = await readAt(file, Math.max(0, end - 32), 32)
  if (footer.toString('latin1', 0, 8) === 'APETAGEX')
    end -= footer.readUInt32LE(12) + ((footer.readUInt32LE(20) & 0x80000000) === 0 ? 0 : 32)
  if (start >= end) throw new Error('no sound between the tags')
  return { start, end: end - 1 }
}

/** Whether recordings of a type can be given to others: where notes about them could not be taken out, nobody gets them. */
export const isCleanable = (mime: string): boolean =>
  mime === 'audio/mpeg' || mime === 'audio/wav' || movieTypes.has(mime)

/**
 * Takes the notes about a recording out of it — place, time, device, names — and leaves its sound and pictures as they are.
 * Answers the file to be kept: the same one changed in place, or a new one beside it. Throws where it cannot be done for sure.
 */
export const withoutMetadata = async ({ path, size, mime }: Recording): Promise<string> => {
  const file = await open(path, 'r+')
  try {
    if (mime === 'audio/mpeg') {
      const clean = `${path}.public`
      await pipeline(createReadStream(path, await soundOfMp3(file, size)), createWriteStream(clean))
      return clean
    }
    const read = (at: number, length: number) => readAt(file, at, length)
    const edits = mime === 'audio/wav' ? await notesOfWave(file, size) : await metadataIn(read, size)
    for (const edit of edits) await apply(file, edit)
    return path
  } finally {
    await file.close()
  }
}
