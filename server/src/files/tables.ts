import type { Generated } from 'kysely'

/** An uploaded file; its bytes are in the file store. */
export type FileTable = {
  id: Generated<number>
  owner_id: number
  /** As the person's machine called it. */
  name: string
  /** Bytes. */
  size: number
  /** Decided by the first bytes, not by the name. */
  mime: Generated<string>
  kind: Generated<'image' | 'pdf' | 'audio' | 'video' | 'text' | 'office' | 'archive' | 'other'>
  purpose: 'submission' | 'avatar' | 'task' | 'banner' | 'feedback'
  status: 'uploading' | 'ready' | 'refused'
  /** The key of its bytes in the file store: random, so that it says nothing and cannot be guessed. */
  upload_id: string
  /** Hexadecimal, of the stored bytes; empty until ready. */
  sha256: Generated<string>
  /** Pixels, for images. */
  width: number | null
  height: number | null
  /**
   * Whether the form of a picture or recording for others is made: `none` where nothing is to be made, `failed` where
   * nothing could be.
   */
  pictures: Generated<'none' | 'waiting' | 'made' | 'failed'>
  /**
   * Keys in the store: a small picture, and the picture or recording without its metadata for others; null until made.
   */
  thumb_key: string | null
  public_key: string | null
  /** Bytes of the form for others. */
  public_size: number | null
  created_at: number
  finished_at: number | null
  /** When its stored bytes were last compared with this row; 0 for never. */
  checked_at: Generated<number>
  /**
   * What that found: nothing stored, fewer or more bytes than `size`, or others than `sha256` says; empty where all is
   * well.
   */
  damage: Generated<'' | 'missing' | 'size' | 'changed'>
}

/** The process that receives the bytes of an upload, where the processes share no folder. */
export type UploadTurnTable = {
  file_id: number
  /** Different for each request: a process can lose a turn and get the next. */
  holder: string
  /** 1: another process waits, and the holder should end. */
  asked: number
  /** Milliseconds since 1970; until then others wait for a process that died. */
  held_until: number
}

/** The owners of bytes in the trash of the file store: the bytes are removed with the account. */
export type TrashedFileTable = { key: string; owner_id: number; at: number }
