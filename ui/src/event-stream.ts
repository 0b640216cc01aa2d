/** One event as received; `id` is the last id sent so far. */
export type RawEvent = { id: string; event: string; data: string }

/**
 * Parses the text of an event stream (HTML Living Standard, 9.2.6). The returned function is called with each piece.
 */
export const createEventParser = (onEvent: (event: RawEvent) => void): ((piece: string) => void) => {
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []

  const line = (text: string): void => {
    if (text === '') {
      if (data.length > 0) onEvent({ id, event: event || 'message', data: data.join('\n') })
      else onEvent({ id, event: '', data: '' })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    if (colon === 0) return
    const name = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (name === 'id') id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }

  return (piece) => {
    // A line end may be cut in two: what ends in \r waits for the next piece.
    const text = rest + piece
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = whole.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + text.slice(whole.length)
    for (const one of lines) line(one)
  }
}

/** Reads a stream of events until it ends. An empty `event` is a keep-alive. */
export const readEvents = async (
  body: ReadableStream<Uint8Array>,
  onEvent: (event: RawEvent) => void,
): Promise<void> => {
  const parse = createEventParser(onEvent)
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parse(decoder.decode(value, { stream: true }))
  }
}
