import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { portOf } from '../http/port-of.ts'
import type { School } from './test-app.ts'

type Begin = { name: string; size: number; purpose?: string; token?: string }

/** A text encoded as a value of an upload's metadata. */
export const encoded = (text: string) => Buffer.from(text).toString('base64')
/** The hash in the form the table stores. */
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** Bytes that begin as a picture does. */
export const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200)])

/** Lets an app listen for requests; returns its address. */
export const listen = async ({ http }: School['app']) => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${portOf(http.server)}`
}

type Fixture = { school: School; base: string; token: string }

/** Helpers that upload as a browser does: begin, send in parts, ask for the state. */
export const uploading = (at: () => Fixture) => {
  const begin = ({ name, size, purpose = 'submission', token: by = at().token }: Begin) =>
    fetch(`${at().base}/api/files`, {
      method: 'POST',
      headers: {
        token: by,
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': `filename ${encoded(name)},purpose ${encoded(purpose)}`,
      },
    })
  const send = (location: string, offset: number, bytes: Buffer, by = at().token) =>
    fetch(at().base + location, {
      method: 'PATCH',
      headers: {
        token: by,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(bytes),
    })
  const look = (location: string, by = at().token) =>
    fetch(at().base + location, { method: 'HEAD', headers: { token: by, 'tus-resumable': '1.0.0' } })
  const upload = async (name: string, bytes: Buffer, purpose?: string) => {
    const begun = await begin({ name, size: bytes.length, ...(purpose && { purpose }) })
    const location = begun.headers.get('location') ?? ''
    return { begun, location, ended: begun.status === 201 ? await send(location, 0, bytes) : begun }
  }
  const rows = () => at().school.app.db.selectFrom('files').selectAll().orderBy('id').execute()
  const leftovers = async () =>
    (await readdir(join(at().school.app.config.dataDir, 'uploads'))).filter((name) => !name.startsWith('picture-'))
  /**
   * Sends part of a body and waits until most of it is on the server's disk; returns how to continue, and the status of
   * the answer.
   */
  const halfway = async (location: string, whole: Buffer, sent: number) => {
    const headers = {
      token: at().token,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': whole.length,
    }
    const request = plainRequest(at().base + location, { method: 'PATCH', headers, agent: false })
    const status = new Promise<number | 'broken'>((resolve) => {
      request.on('error', () => resolve('broken'))
      request.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    })
    request.write(whole.subarray(0, sent))
    const path = join(at().school.app.config.dataDir, 'uploads', location.split('/').at(-1)!)
    await vi.waitFor(async () => expect((await stat(path)).size).toBeGreaterThan(sent / 2), { timeout: 10_000 })
    return { request, status }
  }
  return { begin, send, look, upload, rows, leftovers, halfway }
}
