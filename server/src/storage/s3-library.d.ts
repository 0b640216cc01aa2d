/**
 * The parts of the two object store libraries that are used here. Their own types are two thousand files, which every
 * type check would read although few machines load the libraries.
 */
declare module '@aws-sdk/client-s3' {
  import type { Readable } from 'node:stream'
  export class Command<Output> {
    protected readonly output: Output
  }
  type At = { Bucket: string; Key: string }
  type Listed = { Key?: string; Size?: number; LastModified?: Date }

  export class PutObjectCommand extends Command<object> {
    constructor(input: At & { Body: Uint8Array | string })
  }
  export class GetObjectCommand extends Command<{ Body?: Readable }> {
    constructor(input: At & { Range?: string; ResponseContentType?: string; ResponseContentDisposition?: string })
  }
  export class HeadObjectCommand extends Command<{ ContentLength?: number; LastModified?: Date }> {
    constructor(input: At)
  }
  export class CopyObjectCommand extends Command<object> {
    constructor(input: At & { CopySource: string })
  }
  export class DeleteObjectCommand extends Command<object> {
    constructor(input: At)
  }
  export class ListObjectsV2Command extends Command<{ Contents?: Listed[]; NextContinuationToken?: string }> {
    constructor(input: { Bucket: string; Prefix: string; ContinuationToken?: string })
  }
  export class HeadBucketCommand extends Command<object> {
    constructor(input: { Bucket: string })
  }
  export class CreateBucketCommand extends Command<object> {
    constructor(input: { Bucket: string })
  }
  export class CreateMultipartUploadCommand extends Command<{ UploadId?: string }> {
    constructor(input: At)
  }
  export class UploadPartCommand extends Command<{ ETag?: string }> {
    constructor(input: At & { UploadId: string; PartNumber: number; Body: Uint8Array })
  }
  export class CompleteMultipartUploadCommand extends Command<object> {
    constructor(input: At & { UploadId: string; MultipartUpload: { Parts: { ETag?: string; PartNumber: number }[] } })
  }
  export class AbortMultipartUploadCommand extends Command<object> {
    constructor(input: At & { UploadId: string })
  }
  export type Unfinished = {
    Uploads?: { Key?: string; UploadId?: string; Initiated?: Date }[]
    IsTruncated?: boolean
    NextKeyMarker?: string
    NextUploadIdMarker?: string
  }
  export class ListMultipartUploadsCommand extends Command<Unfinished> {
    constructor(input: { Bucket: string; Prefix: string; KeyMarker?: string; UploadIdMarker?: string })
  }

  export type S3ClientConfig = {
    endpoint?: string
    region: string
    forcePathStyle: boolean
    credentials: { accessKeyId: string; secretAccessKey: string }
    requestChecksumCalculation: 'WHEN_REQUIRED'
    responseChecksumValidation: 'WHEN_REQUIRED'
    maxAttempts: number
    requestHandler: {
      connectionTimeout: number
      socketTimeout: number
      httpAgent: { maxSockets: number; keepAlive: boolean }
      httpsAgent: { maxSockets: number; keepAlive: boolean }
    }
  }
  export class S3 {
    constructor(config: S3ClientConfig)
    send<Output>(command: Command<Output>, options?: { abortSignal?: AbortSignal }): Promise<Output>
    destroy(): void
  }
}

declare module '@aws-sdk/s3-request-presigner' {
  import type { Command, S3 } from '@aws-sdk/client-s3'
  export const getSignedUrl: (client: S3, command: Command<unknown>, options: { expiresIn: number }) => Promise<string>
}

declare module '@tus/s3-store' {
  import type { DataStore, Upload } from '@tus/server'
  import type { S3, S3ClientConfig } from '@aws-sdk/client-s3'
  type Metadata = { file: Upload; 'upload-id': string }
  type Cache = {
    get: (id: string) => Promise<Metadata | undefined>
    set: (id: string, value: Metadata) => Promise<void>
    delete: (id: string) => Promise<void>
  }
  export class S3Store extends DataStore {
    protected client: S3
    protected bucket: string
    protected cache: Cache
    constructor(options: {
      partSize: number
      useTags: boolean
      cache: Cache
      s3ClientConfig: S3ClientConfig & { bucket: string }
    })
    protected getMetadata(id: string): Promise<Metadata>
    protected retrieveParts(id: string): Promise<{ LastModified?: Date }[]>
    protected clearCache(id: string): Promise<void>
  }
}
