import { count, fields, id, nullable, oneOf, string, type Static } from './schema.ts'

/**
 * A file as its viewer may get it. Uploading goes by the tus protocol at /api/files (header `token`, metadata
 * `filename` and `purpose`), reading by GET on `url`, which carries a signature for this person and ends after an hour.
 */
export const FileCard = fields({
  id: id(),
  name: string(),
  size: count(),
  mime: string(),
  kind: oneOf('image', 'pdf', 'audio', 'video', 'text', 'office', 'archive', 'other'),
  url: string(),
  /** A small picture, for images that were read. */
  thumb_url: nullable(string()),
  /** The picture with edges of at most 2,048 pixels, upright, for images that were read: a page shows it until somebody looks closer. */
  view_url: nullable(string()),
  /**
   * Where the text of a text or program (at most 512 KB) or of a docx, xlsx or pptx (at most 64 MB) is read for showing:
   * GET answers the envelope with `{html, lines, cut}`, coloured and safe; `lines` is 0 and `html` may be empty for an
   * office file, `cut` says that there is more in it. Null for everything else.
   */
  text_url: nullable(string()),
  /** Hexadecimal SHA-256 of the stored bytes. */
  sha256: string(),
})
export type FileCard = Static<typeof FileCard>

/** The defaults of the site settings: bytes and numbers. */
export const fileLimits = {
  maxBytes: 200 * 2 ** 20,
  maxTogetherBytes: 500 * 2 ** 20,
  maxPerStudentBytes: 2 * 2 ** 30,
  maxFiles: 10,
  maxLinks: 5,
} as const

/** Texts and programs longer than this are saved, not shown. */
export const maxPreviewBytes = 512 * 1024

/** Office files larger than this are saved, not read for showing. */
export const maxOfficeBytes = 64 * 2 ** 20

/** What may be handed in, by ending; the server looks at the first bytes as well. */
export const fileEndings = [
  'jpg',
  'jpeg',
  'png',
  'gif',
  'webp',
  'pdf',
  'mp3',
  'm4a',
  'wav',
  'ogg',
  'mp4',
  'mov',
  'webm',
  'txt',
  'md',
  'csv',
  'py',
  'js',
  'ts',
  'c',
  'cpp',
  'h',
  'java',
  'html',
  'css',
  'json',
  'sb3',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'wps',
  'et',
  'dps',
  'zip',
  'rar',
  '7z',
] as const
