import type { FastifyInstance } from 'fastify'
import { invalid } from './problem.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** No body of ours is nested deeper than a handful of levels. */
export const maxDepth = 32

/**
 * Fields a body may give, all objects together. The call with the most is a task that is saved with all its questions and
 * their keys: 2,300. Lists of people and tables of results come as one text.
 */
export const maxFields = 5_000

/** Items of lists and fields, all together: 60 lines drawn by hand on a page have 72,000 numbers. */
export const maxParts = 100_000

/** Why a body was not read; the envelope turns the status into a refusal. */
class Unreadable extends Error {
  readonly statusCode = 400
}

/**
 * How many fields JSON text gives, all objects together; null where it is nested deeper or has more parts than allowed. One
 * walk, without parsing, for what costs is an object of very many names: a colon outside of a string stands behind the name
 * of a field and nowhere else, and each further part behind a comma or a bracket.
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

/** How many fields a parsed body has, all objects together. Of two of one name the parser keeps the last. */
const fieldsKept = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  let count = Array.isArray(value) ? 0 : parts.length
  for (const part of parts) if (typeof part === 'object') count += fieldsKept(part)
  return count
}

/** The first name that an object of this JSON text gives twice; '' for none. Only asked for once it is known that there is one. */
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
    // A client that always sends the type, also with the calls that take nothing.
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
      // Which of the two was meant nobody knows, and a proxy that looks at bodies may have taken the other.
      const name = givenTwice(text).toWellFormed().slice(0, 60).toWellFormed()
      return done(invalid(name, `「${name}」给了两次`, `"${name}" was given twice`))
    })
  })
}
