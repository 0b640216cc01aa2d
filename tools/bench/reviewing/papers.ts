import sharp from 'sharp'

/** Gives a photo of paper a realistic size in bytes: a lined sheet with sensor noise. */
const grain = async (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#f3eee0', noise: { type: 'gaussian', mean: 225, sigma: 9 } },
  })
    .raw()
    .toBuffer()

/** Makes photos as a phone takes them, stored in landscape with a rotation tag, each with words of its own. */
export const createPhotographer = async (width: number, height: number) => {
  const raw = await grain(width, height)
  return (words: string): Promise<Buffer> => {
    const drawn = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="200" y="${height / 2}" font-size="${height / 12}" fill="#23306b">${words}</text></svg>`,
    )
    return sharp(raw, { raw: { width, height, channels: 3 }, limitInputPixels: 60e6 })
      .composite([{ input: drawn }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 88 })
      .toBuffer()
  }
}
