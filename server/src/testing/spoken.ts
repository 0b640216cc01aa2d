import { boxOf } from './hostile-files.ts'

const of32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, at * 4)
  return bytes
}
const element = (id: string, ...content: readonly Buffer[]): Buffer => {
  const inside = Buffer.concat(content)
  return Buffer.concat([Buffer.from(id, 'hex'), of32(0x10000000 + inside.length), inside])
}

type Webm = { seconds: number; /** Between packets, in milliseconds. */ step?: number; notes?: string; codec?: string }

/** A recording in WebM as a browser writes one: packets of 20 ms, here of silence, in one cluster for each second. */
export const webmOf = ({ seconds, step = 20, notes = '', codec = 'A_OPUS' }: Webm): Buffer => {
  const head = Buffer.concat([Buffer.from('OpusHead\x01\x01', 'latin1'), Buffer.alloc(9)])
  const clusters: Buffer[] = []
  for (let at = 0; at < seconds * 1_000; at += step) {
    const block = Buffer.concat([Buffer.from([0x81, 0, 0, 0x80, 0x78]), Buffer.from('sound')])
    clusters.push(element('1f43b675', element('e7', of32(at)), element('a3', block)))
  }
  const track = element(
    'ae',
    element('d7', Buffer.from([1])),
    element('83', Buffer.from([2])),
    element('86', Buffer.from(codec)),
    element('63a2', head),
  )
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    ...(notes === '' ? [] : [element('1254c367', Buffer.from(notes))]),
    element('1654ae6b', track),
    ...clusters,
  ])
}

type Mp4 = {
  seconds: number
  /** The duration its head claims instead, in seconds. */
  told?: number
  notes?: string
  codec?: string
  handler?: string
}

/** A recording in MP4 as a phone writes one: an index, and the sound in one piece. */
export const mp4Of = ({ seconds, told = seconds, notes = '', codec = 'mp4a', handler = 'soun' }: Mp4): Buffer => {
  const table = [
    boxOf('stsd', [of32(0, 1), boxOf(codec, Buffer.alloc(28))]),
    boxOf('stts', of32(0, 1, seconds * 50, 20)),
    boxOf('stsz', of32(0, 10, seconds * 50)),
    boxOf('stsc', of32(0, 1, 1, seconds * 50, 1)),
    boxOf('stco', of32(0, 1, 0)),
  ]
  const head = (scale: number) => of32(0, 0, 0, scale, told * scale, 0)
  const media = boxOf('mdia', [
    boxOf('mdhd', head(1_000)),
    boxOf('hdlr', [of32(0, 0), Buffer.from(handler), of32(0, 0, 0)]),
    boxOf('minf', [boxOf('stbl', table)]),
  ])
  return Buffer.concat([
    boxOf('ftyp', Buffer.from('M4A isom')),
    boxOf('moov', [
      boxOf('mvhd', [of32(0, 0, 0, 600, told * 600), Buffer.alloc(80)]),
      boxOf('trak', [media, ...(notes === '' ? [] : [boxOf('udta', Buffer.from(notes))])]),
    ]),
    ...(notes === '' ? [] : [boxOf('free', Buffer.from(notes))]),
    boxOf('mdat', Buffer.alloc(seconds * 500, 'sound')),
  ])
}
