const element = (id: string, ...content: readonly Buffer[]): Buffer => {
  const inside = Buffer.concat(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(0x10000000 + inside.length)
  return Buffer.concat([Buffer.from(id, 'hex'), length, inside])
}

/** A second of silence in WebM, as a recorder of a browser writes it: fifty packets of Opus. */
export const secondOfSilence = (): Buffer => {
  const opus = Buffer.concat([Buffer.from('OpusHead\x01\x01', 'latin1'), Buffer.alloc(9)])
  const track = element(
    'ae',
    element('d7', Buffer.from([1])),
    element('83', Buffer.from([2])),
    element('86', Buffer.from('A_OPUS')),
    element('63a2', opus),
  )
  const packets = Array.from({ length: 50 }, (_, at) => {
    const head = Buffer.from([0x81, 0, 0, 0x80])
    head.writeInt16BE(at * 20, 1)
    return element('a3', head, Buffer.from([0x78, 0xff, 0xfe]))
  })
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('1654ae6b', track),
    element('1f43b675', element('e7', Buffer.from([0])), ...packets),
  ])
}
