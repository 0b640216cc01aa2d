import type { Generated } from 'kysely'

/** An uploaded file; its bytes are in the file store. */
export type FileTable = {
  id: Generated<number>
  owner_id: number
  /** As the person's machine called it. */
  name: string
  /** Bytes. */
  size: number
  /** From the first bytes, not from the name. */
  mime: Generated<string>
  kind: Generated<'image' | 'pdf' | 'audio' | 'video' | 'text' | 'office' | 'archive' | 'other'>
  purpose: 'submission' | 'avatar' | 'task' | 'banner'
  status: 'uploading' | 'ready' | 'refused'
  /** The key of its bytes in the file store: random, so that it says nothing and cannot be guessed. */
  upload_id: string
  /** Hexadecimal, of the stored bytes; empty until ready. */
  sha256: Generated<string>
  /** Pixels, for images. */
  width: number | null
  height: number | null
  /** Whether the smaller pictures of an image are made: `none` for what is not an image. */
  pictures: Generated<'none' | 'waiting' | 'made' | 'failed'>
  /** Keys in the store: a small picture, and the picture re-encoded for others; null until made. */
  thumb_key: string | null
  public_key: string | null
  /** Bytes of the re-encoded picture. */
  public_size: number | null
  created_at: number
  finished_at: number | null
}
