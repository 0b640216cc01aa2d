import sharp from 'sharp'
import { made, type Made } from './made.ts'

// A picture of more pixels costs seconds to read, however small its file is; a photo in JPEG is made smaller while it
// is read.
const mostPixels = 25e6
const mostOfPhoto = 60e6
// Of an animated picture only the first frame is read.
const reading = { failOn: 'error', pages: 1, sequentialRead: true } as const
// The thread is ended at its deadline; the library's own work outside of it has to end by itself.
const seconds = 10
const publicEdge = 2048
const thumbEdge = 480

sharp.cache(false)
sharp.concurrency(1)

const within = (edge: number) => ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }) as const

/** Writes the re-encoded picture and a small one beside the original; re-encoding drops the place it was taken. */
export const shrinkPicture = ({ path }: { path: string }): Promise<Made> =>
  made(async () => {
    const { hasAlpha, format } = await sharp(path, { ...reading, limitInputPixels: mostOfPhoto }).metadata()
    const limitInputPixels = format === 'jpeg' ? mostOfPhoto : mostPixels
    const picture = sharp(path, { ...reading, limitInputPixels })
      .autoOrient()
      .resize(within(publicEdge))
      .timeout({ seconds })
    const forOthers = `${path}.${hasAlpha ? 'webp' : 'jpg'}`
    const { width, height } = await (hasAlpha ? picture.webp({ quality: 86 }) : picture.jpeg({ quality: 86 })).toFile(
      forOthers,
    )
    const thumb = `${path}.thumb.webp`
    await sharp(forOthers).resize(within(thumbEdge)).webp({ quality: 78 }).timeout({ seconds }).toFile(thumb)
    return { public: forOthers, thumb, width, height }
  })
