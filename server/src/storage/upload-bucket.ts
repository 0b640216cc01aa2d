import { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import { Upload } from '@tus/server'
import { clientSettings, partBytes, type Bucket } from './bucket.ts'
import type { ObjectSettings } from './object-settings.ts'
import { isAbsent } from './file-store.ts'
import { places } from './object-store.ts'
import { objectProblem } from './store-away.ts'
import type { UploadPlace } from './upload-place.ts'

const pieceBytes = 256 * 1024
const remembered = 1_000
const endings = ['.part', '', '.info'] as const

const place = (id: string): string => places.uploads + id

/** A bounded cache of recent uploads: the end of an upload that continues in another process is not announced here. */
const recent = <Value>() => {
  const known = new Map<string, Value>()
  return {
    get: async (id: string) => known.get(id),
    set: async (id: string, value: Value) => {
      for (const oldest of known.keys()) {
        if (known.size < remembered) break
        known.delete(oldest)
      }
      known.set(id, value)
    },
    delete: async (id: string) => void known.delete(id),
  }
}

const inOurWords = (error: unknown): never => {
  throw objectProblem(error)
}

/** Uploads in progress, as parts in the bucket: any process of the school can take the next bytes. */
export class UploadBucket extends S3Store implements UploadPlace {
  readonly folder = null
  readonly #objects: Bucket

  constructor(objects: Bucket, settings: ObjectSettings) {
    super({
      partSize: partBytes,
      useTags: false,
      cache: recent(),
      s3ClientConfig: { ...clientSettings(settings), bucket: settings.bucket },
    })
    this.#objects = objects
    this.client.destroy()
    this.client = objects.client
    // The size is needed at the beginning, for quota and limits: no deferred length.
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    await super.create(new Upload({ ...upload, id: place(upload.id) })).catch(inOurWords)
    return upload
  }

  /**
   * Keeps the bytes that arrived before a connection broke; otherwise a client that loses its connection within every
   * part would never finish.
   */
  override async write(...[readable, id, offset]: Parameters<S3Store['write']>): Promise<number> {
    let broken: { cause: unknown } | null = null
    const arriving = async function* () {
      try {
        yield* readable
      } catch (cause) {
        broken = { cause }
      }
    }
    const written = await super
      .write(Readable.from(arriving(), { objectMode: false }), place(id), offset)
      .catch((error: unknown) => {
        const problem = objectProblem(error)
        // The upload was aborted or has become a file: the client asks for its outcome.
        throw isAbsent(problem) ? { status_code: 410, body: 'Gone' } : problem
      })
    if (broken !== null) throw (broken as { cause: unknown }).cause
    return written
  }

  override async getUpload(id: string): Promise<Upload> {
    // When the store does not answer, the library reports that the upload does not exist, and the client would start
    // again from the beginning.
    await this.#known(id)
    const upload = await super.getUpload(place(id)).catch(inOurWords)
    return new Upload({ ...upload, id })
  }

  override remove(id: string): Promise<void> {
    return this.discard(id)
  }

  async #known(id: string) {
    try {
      return await this.getMetadata(place(id))
    } catch (error) {
      const problem = objectProblem(error)
      if (isAbsent(problem)) return null
      throw problem
    }
  }

  async *bytesOf(id: string): AsyncGenerator<Buffer> {
    let some: Buffer[] = []
    let length = 0
    for await (const chunk of this.#objects.bytes(place(id))) {
      some.push(chunk)
      length += chunk.length
      if (length < pieceBytes) continue
      yield Buffer.concat(some)
      some = []
      length = 0
    }
    if (length > 0) yield Buffer.concat(some)
  }

  keepAs(key: string, id: string): Promise<void> {
    return this.#objects.copy(place(id), places.files + key)
  }

  async discard(name: string): Promise<void> {
    const id = name.replace(/\.\w+$/, '')
    const known = await this.#known(id)
    if (known) await this.#objects.abort(place(id), known['upload-id'])
    else
      for await (const { key, id: part } of this.#objects.unfinished(place(id)))
        if (key === '') await this.#objects.abort(place(id), part)
    for (const ending of endings) await this.#objects.remove(place(id) + ending)
    await this.clearCache(place(id))
  }

  async lastArrival(id: string): Promise<number | null> {
    if (!(await this.#known(id))) return null
    // What does not fill a part yet is an object of its own.
    const rest = await this.#objects.look(`${place(id)}.part`)
    const parts = await this.retrieveParts(place(id)).catch((error: unknown) => {
      const problem = objectProblem(error)
      // All of it has arrived and was put together.
      if (isAbsent(problem)) return []
      throw problem
    })
    const times = [rest?.changed_at, ...parts.map(({ LastModified }) => LastModified?.getTime())]
    const latest = Math.max(...times.map((at) => at ?? 0))
    return latest > 0 ? latest : null
  }

  async *names(): AsyncGenerator<{ name: string; changed_at: number }> {
    for await (const { key, changed_at } of this.#objects.list(places.uploads)) yield { name: key, changed_at }
    for await (const { key, began_at } of this.#objects.unfinished(places.uploads))
      yield { name: key, changed_at: began_at }
  }
}
