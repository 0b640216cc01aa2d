import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredFile } from './journal.ts'
import { reasonOf, type Line } from './line.ts'
import type { Person } from './school.ts'

const tus = { 'tus-resumable': '1.0.0' }
const asBytes = { ...tus, 'content-type': 'application/offset+octet-stream' }

const encoded = (text: string): string => Buffer.from(text).toString('base64')

/** Random bytes that begin like a ZIP archive. */
export const someBytes = (size: number): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(size - 4)])

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Begins an upload; answers its address, or null where it was refused for good or the load ended. */
export const beginUpload = async (line: Line, { token }: Person, size: number): Promise<string | null> => {
  while (!line.isOver()) {
    const headers = {
      ...tus,
      'upload-length': String(size),
      'upload-metadata': `filename ${encoded('作品.zip')},purpose ${encoded('submission')}`,
    }
    const answer = await line.ask({ method: 'POST', path: '/api/files', token, headers })
    const location = answer?.status === 201 ? answer.headers.get('location') : null
    if (location) return location
    if (answer?.envelope && reasonOf(answer.envelope) === 'QUOTA') return null
    await sleep(150)
  }
  return null
}

/** Sends a part; returns whether it was accepted. */
export const sendPart = async (
  line: Line,
  { token }: Person,
  location: string,
  part: Uint8Array<ArrayBuffer>,
  offset: number,
): Promise<boolean> => {
  const answer = await line.ask({
    method: 'PATCH',
    path: location,
    token,
    headers: { ...asBytes, 'upload-offset': String(offset) },
    body: part,
  })
  return answer !== null && answer.status < 300
}

/** The offset of an upload; null if it is unknown, -1 if the upload is gone. */
const offsetOf = async (line: Line, { token }: Person, location: string): Promise<number | null> => {
  const answer = await line.ask({ method: 'HEAD', path: location, token, headers: tus })
  if (answer?.status === 200) return Number(answer.headers.get('upload-offset'))
  return answer?.status === 404 || answer?.status === 410 ? -1 : null
}

/**
 * Continues an upload from its current offset until the server has all of it; false if it is gone or the load ended.
 */
export const finishUpload = async (
  line: Line,
  person: Person,
  location: string,
  bytes: Uint8Array<ArrayBuffer>,
  parts = 2,
): Promise<boolean> => {
  // Another process may need a moment to see what the one before it left.
  for (let tries = 0; tries < 20 && !line.isOver();) {
    const offset = await offsetOf(line, person, location)
    if (offset === bytes.length) return true
    if (offset === -1) tries += 1
    if (offset === null || offset === -1) await sleep(150)
    else {
      const end = Math.min(bytes.length, offset + Math.ceil(bytes.length / parts))
      if (!(await sendPart(line, person, location, bytes.subarray(offset, end), offset))) await sleep(100)
    }
  }
  return false
}

/**
 * Uploads as the pages do: in parts, each from the offset the server reports. An upload that was begun and cannot be
 * finished is a contradiction.
 */
export const upload = async (line: Line, person: Person, size: number, parts = 2): Promise<StoredFile | null> => {
  const bytes = someBytes(size)
  const sha256 = hashOf(bytes)
  const operation = line.journal.begin('upload', person.id, { size, sha256 })
  const location = await beginUpload(line, person, size)
  if (location === null) return null
  const id = Number(location.split('/').at(-1))
  if (!(await finishUpload(line, person, location, bytes, parts))) {
    if (!line.isOver()) line.journal.contradictions.push(`upload ${id} of ${size} bytes was begun and cannot be ended`)
    return null
  }
  operation.state = 'acknowledged'
  operation.told = { id }
  return { id, size, sha256 }
}
