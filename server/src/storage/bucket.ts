import { open, readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3,
  UploadPartCommand,
  type Command,
  type Unfinished,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { isAbsent, type Stored } from './file-store.ts'
import type { ObjectSettings } from './object-settings.ts'
import { objectProblem, StoreAway } from './store-away.ts'

/** The part size of multipart uploads: the store requires at least 5 MiB, and each part is held in memory once. */
export const partBytes = 8 * 2 ** 20
// A store accepts at most 10,000 parts per object.
const mostParts = 9_000

/** The client settings for the store. Each slow reader holds a connection for long, so many connections are allowed. */
export const clientSettings = (settings: ObjectSettings): S3ClientConfig => ({
  ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
  region: settings.region,
  forcePathStyle: settings.forcePathStyle,
  credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
  // Many stores do not support newer checksums; stored bytes are compared with their row's hash anyway.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 3_000,
    socketTimeout: 30_000,
    httpAgent: { maxSockets: 400, keepAlive: true },
    httpsAgent: { maxSockets: 400, keepAlive: true },
  },
})

/** The objects of one bucket, by full name. An absent object is an error with the code ENOENT, as for a folder. */
// oxlint-disable-next-line max-lines-per-function -- one connection, and the few requests that are made over it
export const openBucket = (settings: ObjectSettings) => {
  const client = new S3(clientSettings(settings))
  const Bucket = settings.bucket

  const send = <Output>(command: Command<Output>): Promise<Output> =>
    client.send(command).catch((error: unknown) => {
      throw objectProblem(error)
    })

  const put = async (Key: string, Body: Uint8Array | string): Promise<void> =>
    void (await send(new PutObjectCommand({ Bucket, Key, Body })))

  /** Uploads larger files in parts, each of which is retried separately. */
  const putParts = async (Key: string, path: string, size: number): Promise<void> => {
    const { UploadId = '' } = await send(new CreateMultipartUploadCommand({ Bucket, Key }))
    const file = await open(path)
    try {
      const part = Buffer.allocUnsafe(Math.max(partBytes, Math.ceil(size / mostParts)))
      const Parts: { ETag?: string; PartNumber: number }[] = []
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(part, 0, part.length, at)
        if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`)
        const PartNumber = Parts.length + 1
        const Body = part.subarray(0, bytesRead)
        Parts.push({ ...(await send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))), PartNumber })
        at += bytesRead
      }
      const MultipartUpload = { Parts: Parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber })) }
      await send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }))
    } catch (error) {
      await send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
      throw error
    } finally {
      await file.close()
    }
  }

  return {
    name: Bucket,
    client,
    put,

    putFile: async (key: string, path: string): Promise<void> => {
      const { size } = await stat(path)
      if (size <= partBytes) await put(key, await readFile(path))
      else await putParts(key, path, size)
    },

    /** The bytes of an object, or a range with both ends inclusive. */
    bytes: async function* (Key: string, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
      const over = new AbortController()
      try {
        const Range = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }), { abortSignal: over.signal })
        if (Body) yield* Body as Readable & AsyncIterable<Buffer>
      } catch (error) {
        throw objectProblem(error)
      } finally {
        over.abort()
      }
    },

    look: async (Key: string): Promise<Omit<Stored, 'key'> | null> => {
      try {
        const { ContentLength, LastModified } = await send(new HeadObjectCommand({ Bucket, Key }))
        return { size: ContentLength ?? 0, changed_at: LastModified?.getTime() ?? 0 }
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },

    copy: async (from: string, to: string): Promise<void> =>
      void (await send(new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` }))),

    remove: async (Key: string): Promise<void> => void (await send(new DeleteObjectCommand({ Bucket, Key }))),

    /** The objects with this prefix; their keys are returned without it. */
    list: async function* (Prefix: string): AsyncGenerator<Stored> {
      let ContinuationToken: string | undefined
      do {
        const page = await send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          yield { key: Key.slice(Prefix.length), size: Size, changed_at: LastModified?.getTime() ?? 0 }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },

    /** Multipart uploads that were begun and not completed. */
    unfinished: async function* (Prefix: string): AsyncGenerator<{ key: string; id: string; began_at: number }> {
      type Markers = { KeyMarker?: string; UploadIdMarker?: string }
      let markers: Markers | null = {}
      while (markers !== null) {
        const page: Unfinished = await send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }))
        for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? [])
          yield { key: Key.slice(Prefix.length), id: UploadId, began_at: Initiated?.getTime() ?? 0 }
        markers = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
      }
    },

    abort: async (Key: string, UploadId: string): Promise<void> =>
      void (await send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
        if (error instanceof StoreAway) throw error
      })),

    /** Throws where the store does not answer, rejects the credentials or has no such bucket. */
    check: async (): Promise<void> => {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        // An answer without a body does not say what was not found.
        if (isAbsent(objectProblem(error))) throw Object.assign(new Error('no such bucket'), { Code: 'NoSuchBucket' })
        throw objectProblem(error)
      })
    },
  }
}

export type Bucket = ReturnType<typeof openBucket>
