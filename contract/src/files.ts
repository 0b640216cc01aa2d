import { count, fields, id, nullable, oneOf, string, type Static } from './schema.ts'

/**
 * A file as its viewer may read it. Files are uploaded by the tus protocol at /api/files (header `token`, metadata
 * `filename` and `purpose`) and read by GET on `url`, which carries a signature for this person and expires within an
 * hour. As everywhere in answers, addresses of files begin with the base path of the site.
 */
export const FileCard = fields({
  id: id(),
  name: string(),
  size: count(),
  mime: string(),
  kind: oneOf('image', 'pdf', 'audio', 'video', 'text', 'office', 'archive', 'other'),
  url: string(),
  /** The address of a small picture, for images that could be decoded; else null. */
  thumb_url: nullable(string()),
  /**
   * The address of the upright picture with edges of at most 2,048 pixels, for images that could be decoded; else null.
   * A page shows it until the viewer zooms in.
   */
  view_url: nullable(string()),
  /**
   * The address of a preview of a text or program (at most 512 KB) or of a docx, xlsx or pptx (at most 64 MB): GET
   * answers the envelope with `{html, lines, cut}`, highlighted and safe; `lines` is 0 and `html` may be empty for an
   * office file, `cut` says that the file has more. Null for every other file.
   */
  text_url: nullable(string()),
  /** Hexadecimal SHA-256 of the stored bytes. */
  sha256: string(),
})
export type FileCard = Static<typeof FileCard>

/** The limits of a version: megabytes of one file, and the number of files. */
export type FileLimits = { file_mb: number; max_files: number }

/** The limits until the school sets others. */
export const defaultFileLimits = { file_mb: 200, max_files: 10 }

/** The most files per version that a school can allow. */
export const mostFiles = 50

/** The most links per version. */
export const mostLinks = 5

/** Texts and programs larger than this can be downloaded but are not previewed. */
export const maxPreviewBytes = 512 * 1024

/** Office files larger than this can be downloaded but are not previewed. */
export const maxOfficeBytes = 64 * 2 ** 20

/** The files that may be submitted, by extension; the server checks the first bytes as well. */
export const fileEndings = [
  'jpg',
  'jpeg',
  'png',
  'gif',
  'webp',
  'pdf',
  'mp3',
  'm4a',
  'aac',
  'wav',
  'ogg',
  'flac',
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
  'xml',
  'sql',
  'ipynb',
  'ino',
  'go',
  'rs',
  'php',
  'cs',
  'kt',
  'swift',
  'tex',
  'sb2',
  'sb3',
  'mblock',
  'ggb',
  'xmind',
  'psd',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'wps',
  'et',
  'dps',
  'odt',
  'ods',
  'odp',
  'pages',
  'numbers',
  'key',
  'zip',
  'rar',
  '7z',
] as const
