import { mostVoiceSeconds } from '@tongchuang/contract/rules/voices.ts'

/**
 * A recording in WebM is read for its packets of Opus alone and written anew around them: title, tags, attachments and
 * whatever else stood in it are gone, and the length stands at its head, which recorders leave out.
 */
type Packet = { at: number; bytes: Buffer }
type Track = { number: number; head: Buffer; channels: number; delay: number }

const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  scale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  audio: 0xe1,
  channels: 0x9f,
  cluster: 0x1f43b675,
  time: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const

// Containers read as if their content stood beside them: a recorder does not know their length in advance.
const opened = new Set<number>([id.segment, id.tracks, id.audio, id.cluster, id.group])
// The shortest packet lasts two and a half milliseconds.
const mostPackets = mostVoiceSeconds * 400 * 2
const mostElements = mostPackets * 2 + 1_000

const widthOf = (first: number): number => Math.clz32(first) - 23

const numberAt = (bytes: Buffer, from: number, width: number): number => {
  if (width > 6) return bytes.readUIntBE(from, width - 6) * 2 ** 48 + bytes.readUIntBE(from + width - 6, 6)
  return width === 0 ? 0 : bytes.readUIntBE(from, width)
}

type Element = { id: number; from: number; size: number | null }

/** The element at a place; null where the file ends before it does: what was recorded until then stays. */
const elementAt = (bytes: Buffer, at: number): Element | null => {
  const idWidth = widthOf(bytes[at] ?? 0)
  if (idWidth > 4) throw new Error('no element')
  const lengthAt = at + idWidth
  const width = widthOf(bytes[lengthAt] ?? 1)
  if (width > 8) throw new Error('no length')
  const from = lengthAt + width
  if (from > bytes.length) return null
  const raw = numberAt(bytes, lengthAt, width)
  const mark = 2 ** (7 * width)
  const size = raw - mark
  const element = { id: numberAt(bytes, at, idWidth), from, size: size === mark - 1 ? null : size }
  if (element.size === null && !opened.has(element.id)) throw new Error('an element without an end')
  return element
}

/** Tenths of a millisecond that a packet of Opus lasts. */
const lastsOf = (packet: Buffer): number => {
  const first = packet[0]!
  const config = first >> 3
  const frame =
    config < 12
      ? [100, 200, 400, 600][config % 4]!
      : config < 16
        ? [100, 200][config % 2]!
        : [25, 50, 100, 200][config % 4]!
  const code = first & 3
  const frames = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 63
  if (frames === 0 || frame * frames > 1_200) throw new Error('no packet of Opus')
  return frame * frames
}

const trackOf = (bytes: Buffer): Track => {
  const track: Partial<Track> & { type?: number; codec?: string } = {}
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at)
    if (!element || (element.size ?? 0) > bytes.length - element.from) throw new Error('a track is cut off')
    const { from } = element
    const size = element.size ?? 0
    const value = () => numberAt(bytes, from, Math.min(size, 8))
    if (element.id === id.trackNumber) track.number = value()
    else if (element.id === id.trackType) track.type = value()
    else if (element.id === id.codec) track.codec = bytes.toString('latin1', from, from + size).replaceAll('\0', '')
    else if (element.id === id.codecPrivate) track.head = bytes.subarray(from, from + size)
    else if (element.id === id.codecDelay) track.delay = value()
    else if (element.id === id.channels) track.channels = value()
    at = opened.has(element.id) ? from : from + size
  }
  const { number = 0, head, channels = 1, delay = 0 } = track
  const isOpus = track.type === 2 && track.codec === 'A_OPUS' && head?.toString('latin1', 0, 8) === 'OpusHead'
  if (!isOpus || head.length > 64 || channels > 2 || channels < 1) throw new Error('no track of Opus')
  return { number, head, channels, delay: Math.min(delay, 1e9) }
}

type Read = { isWebm: boolean; track: Track | null; packets: Packet[]; scale: number; clusterAt: number }

const take = (read: Read, bytes: Buffer, element: Element, end: number): void => {
  const { from } = element
  if (element.id === id.ebml) read.isWebm = bytes.subarray(from, end).includes('webm')
  else if (element.id === id.scale) read.scale = numberAt(bytes, from, Math.min(end - from, 8)) / 1e6
  else if (element.id === id.time) read.clusterAt = numberAt(bytes, from, Math.min(end - from, 8))
  else if (element.id === id.track) {
    if (read.track) throw new Error('more than one track')
    read.track = trackOf(bytes.subarray(from, end))
  } else if (element.id === id.block || element.id === id.simpleBlock) {
    const width = widthOf(bytes[from] ?? 0)
    if (width > 2 || end - from < width + 4) throw new Error('no block')
    if (numberAt(bytes, from, width) - 2 ** (7 * width) !== read.track?.number) throw new Error('a block of no track')
    if ((bytes[from + width + 2]! & 6) !== 0) throw new Error('packets laced together')
    if (read.packets.length >= mostPackets) throw new Error('more packets than there can be')
    const at = (read.clusterAt + bytes.readInt16BE(from + width)) * read.scale
    read.packets.push({ at, bytes: bytes.subarray(from + width + 3, end) })
  }
}

const packetsIn = (bytes: Buffer): { track: Track; packets: readonly Packet[] } => {
  const read: Read = { isWebm: false, track: null, packets: [], scale: 1, clusterAt: 0 }
  let count = 0
  for (let at = 0; at < bytes.length;) {
    if ((count += 1) > mostElements) throw new Error('more parts than a recording has')
    const element = elementAt(bytes, at)
    if (!element) break
    if (opened.has(element.id)) {
      at = element.from
      continue
    }
    const end = element.from + (element.size ?? 0)
    if (end > bytes.length) break
    take(read, bytes, element, end)
    at = end
  }
  const { isWebm, track, packets } = read
  if (!isWebm || !track || packets.length === 0) throw new Error('no recording')
  return { track, packets }
}

const idBytes = (value: number): Buffer =>
  Buffer.from(value.toString(16).padStart(value > 0xffffff ? 8 : value > 0xffff ? 6 : value > 0xff ? 4 : 2, '0'), 'hex')
const number4 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const number8 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

const element = (name: number, ...content: readonly Buffer[]): Buffer => {
  const inside = Buffer.concat(content)
  const length = number4(inside.length)
  // Lengths of four bytes, always: what is written is below 256 MB.
  length[0] = length[0]! | 0x10
  return Buffer.concat([idBytes(name), length, inside])
}
const text = (value: string): Buffer => Buffer.from(value, 'latin1')

const headOf = ({ head, channels, delay }: Track, seconds: number): Buffer[] => [
  element(
    0x1549a966,
    element(id.scale, number4(1_000_000)),
    element(0x4489, number8(seconds * 1_000)),
    element(0x4d80, text('-')),
    element(0x5741, text('-')),
  ),
  element(
    id.tracks,
    element(
      id.track,
      element(id.trackNumber, Buffer.from([1])),
      element(0x73c5, Buffer.from([1])),
      element(id.trackType, Buffer.from([2])),
      element(id.codec, text('A_OPUS')),
      element(id.codecPrivate, head),
      element(id.codecDelay, number4(delay)),
      element(0x56bb, number4(80_000_000)),
      element(id.audio, element(0xb5, number8(48_000)), element(id.channels, Buffer.from([channels]))),
    ),
  ),
]

const clusterMs = 5_000

/** The packets in clusters of some seconds, each with its time. */
const clustersOf = (packets: readonly Packet[]): { at: number; bytes: Buffer }[] => {
  const byCluster = Map.groupBy(packets, ({ at }) => Math.floor(at / clusterMs) * clusterMs)
  return [...byCluster].map(([at, some]) => ({
    at,
    bytes: element(
      id.cluster,
      element(id.time, number4(at)),
      ...some.map((packet) => {
        const head = Buffer.from([0x81, 0, 0, 0x80])
        head.writeInt16BE(Math.round(packet.at - at), 1)
        return element(id.simpleBlock, head, packet.bytes)
      }),
    ),
  }))
}

const placesOf = (clusters: readonly { at: number; bytes: Buffer }[], before: number): Buffer => {
  const write = (from: number): Buffer => {
    let place = from
    const points = clusters.map(({ at, bytes }) => {
      const point = element(
        0xbb,
        element(0xb3, number4(at)),
        element(0xb7, element(0xf7, Buffer.from([1])), element(0xf1, number4(place))),
      )
      place += bytes.length
      return point
    })
    return element(0x1c53bb6b, ...points)
  }
  // The length does not depend on the values: numbers take four bytes.
  return write(before + write(0).length)
}

/** Throws where it is no recording of one voice in Opus. */
export const readSoundOfWebm = (bytes: Buffer): { seconds: number; bytes: Buffer } => {
  const { track, packets } = packetsIn(bytes)
  let [end, sum, last] = [0, 0, -1]
  for (const packet of packets) {
    const lasts = lastsOf(packet.bytes) / 10
    if (!(packet.at >= last) || packet.at > 1e8) throw new Error('packets out of order')
    last = packet.at
    end = Math.max(end, packet.at + lasts)
    sum += lasts
  }
  const seconds = Math.max(end, sum) / 1_000
  // Too long, so nothing is written: a gap of hours would produce thousands of empty clusters.
  if (seconds > mostVoiceSeconds) return { seconds, bytes: Buffer.alloc(0) }
  const head = headOf(track, seconds)
  const clusters = clustersOf(packets)
  const before = head.reduce((length, part) => length + part.length, 0)
  return {
    seconds,
    bytes: Buffer.concat([
      element(
        id.ebml,
        element(id.docType, text('webm')),
        element(0x4287, Buffer.from([4])),
        element(0x4285, Buffer.from([2])),
      ),
      element(id.segment, ...head, placesOf(clusters, before), ...clusters.map((cluster) => cluster.bytes)),
    ]),
  }
}
