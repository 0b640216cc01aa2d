import type { FastifyInstance } from 'fastify'
import { invalid } from './problem.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** No body of this API is nested deeper than a handful of levels. */
export const maxDepth = 32

/**
 * Maximum fields of a body, over all objects. The largest is a saved task with all its questions and their keys: 2,300.
 * Lists of people and tables of results come as one text.
 */
export const maxFields = 5_000

/** Maximum list items and fields, counted together: 60 lines drawn by hand on a page have 72,000 numbers. */
export const maxParts = 100_000

/** Why a body was not read; the envelope turns the status into a refusal. */
class Unreadable extends Error {
  readonly statusCode = 400
}

/**
 * Counts the fields of JSON text over all objects; null if it is nested too deeply or has too many parts. A single pass
 * without parsing, because objects with very many names are expensive to parse: outside of strings, a colon always
 * follows the name of a field, and each further part follows a comma or a bracket.
 */
export const fieldsGiven = (text: string): number | null => {
  let depth = 0
  let count = 0
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      for (at = text.indexOf('"', at + 1); at > 0 && isEscaped(text, at); at = text.indexOf('"', at + 1));
      if (at < 0) break
    } else if (char === 0x3a) {
      count += 1
      if (count > maxFields) return null
    } else if (char === 0x2c) {
      parts += 1
      if (parts > maxParts) return null
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1
      parts += 1
      if (depth > maxDepth || parts > maxParts) return null
    } else if (char === 0x7d || char === 0x5d) depth -= 1
  }
  return count
}

/** Whether an odd number of backslashes stands before a place; each backslash is looked at for one quote only. */
const isEscaped = (text: string, at: number): boolean => {
  let before = at - 1
  while (text.charCodeAt(before) === 0x5c) before -= 1
  return (at - before) % 2 === 0
}

/** Counts the fields of a parsed body over all objects. Of duplicate names the parser keeps the last. */
const fieldsKept = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  let count = Array.isArray(value) ? 0 : parts.length
  for (const part of parts) if (typeof part === 'object') count += fieldsKept(part)
  return count
}

/**
 * The first name that an object of this JSON text gives twice; '' for none. Only asked for once it is known that there
 * is one.
 */
const givenTwice = (text: string): string => {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}:]/gs)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token !== ':') last = token
    else {
      const name = JSON.parse(last) as string
      if (open.at(-1)?.has(name)) return name
      open.at(-1)?.add(name)
    }
  }
  return ''
}

/**
 * Bodies are JSON in UTF-8 and nothing else. They are read as bytes: the framework's own reader would turn broken UTF-8
 * into other characters, and what is stored would not be what was sent.
 */
export const readJsonBodies = (http: FastifyInstance): void => {
  http.removeAllContentTypeParsers()
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    // Some clients always send the content type, even with calls that have no input.
    if (bytes.length === 0) return done(null, undefined)
    let text: string
    try {
      text = decoder.decode(bytes)
    } catch (cause) {
      return done(new Unreadable('not UTF-8', { cause }))
    }
    const given = fieldsGiven(text)
    if (given === null) return done(new Unreadable('nested too deeply, or too much of it'))
    return parse(request, text, (error, body) => {
      if (error || fieldsKept(body) === given) return done(error, body)
      // It is unknown which of the two was meant, and a proxy that inspects bodies may have used the other.
      const name = givenTwice(text).toWellFormed().slice(0, 60).toWellFormed()
      return done(invalid(name, `「${name}」给了两次`, `"${name}" was given twice`))
    })
  })
}
