const first = 0xa1
const last = 0xfe

let codes: ReadonlyMap<string, readonly [number, number]> | null = null

/** Node cannot encode GBK, so each two-byte code is decoded once and the result is looked up. */
const twoByteCodes = (): ReadonlyMap<string, readonly [number, number]> => {
  const found = new Map<string, readonly [number, number]>()
  const decoder = new TextDecoder('gb18030')
  for (let high = first; high <= last; high += 1)
    for (let low = first; low <= last; low += 1) found.set(decoder.decode(new Uint8Array([high, low])), [high, low])
  return found
}

/** A text in GBK, which the programs of school offices still write. */
export const gbk = (text: string): Buffer => {
  codes ??= twoByteCodes()
  const bytes: number[] = []
  for (const letter of text) {
    const code = letter.charCodeAt(0)
    const pair = code < 0x80 ? [code] : codes.get(letter)
    if (!pair) throw new Error(`${letter} is not in the list of this test`)
    bytes.push(...pair)
  }
  return Buffer.from(bytes)
}
