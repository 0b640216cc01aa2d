import type { FastifyInstance } from 'fastify'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** No body of ours is nested deeper than a handful of levels. */
export const maxDepth = 32

/** Why a body was not read; the envelope turns the status into a refusal. */
class Unreadable extends Error {
  readonly statusCode = 400
}

/** Whether JSON text is nested deeper than allowed, without parsing it. */
export const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at += 1
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (char === 0x7d || char === 0x5d) depth -= 1
  }
  return false
}

/**
 * Bodies are JSON in UTF-8 and nothing else. They are read as bytes: the framework's own reader would turn broken UTF-8
 * into other characters, and what is stored would not be what was sent.
 */
export const readJsonBodies = (http: FastifyInstance): void => {
  http.removeAllContentTypeParsers()
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    // A client that always sends the type, also with the calls that take nothing.
    if (bytes.length === 0) return done(null, undefined)
    try {
      const text = decoder.decode(bytes)
      if (isTooDeep(text)) return done(new Unreadable('nested too deeply'))
      return parse(request, text, done)
    } catch (cause) {
      return done(new Unreadable('not UTF-8', { cause }))
    }
  })
}
