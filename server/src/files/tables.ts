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
  /** The upload's name in the tus protocol, and the key of its bytes in the store. */
  upload_id: string
  /** Hexadecimal, of the stored bytes; empty until ready. */
  sha256: Generated<string>
  /** Pixels, for images. */
  width: number | null
  height: number | null
  /** Keys in the store: a small picture, and the picture re-encoded for others; null until made. */
  thumb_key: string | null
  public_key: string | null
  created_at: number
  finished_at: number | null
}
