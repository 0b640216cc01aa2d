import type { Call } from '@tongchuang/contract/call.ts'
import { hostile } from './hostile-rig.ts'

/** The parts of a call’s schema that tell where text is accepted. */
type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  format?: string
  maxLength?: number
}
const branchesOf = (schema: JsonSchema): readonly JsonSchema[] =>
  schema.anyOf ? schema.anyOf.flatMap(branchesOf) : [schema]

type Value = unknown
type Fields = Readonly<Record<string, Value>>

/**
 * Text that means something to the product: a key, a secret, an address of its own, what was stored before. It is sent
 * as it is given, or not at all.
 */
const meant =
  /(^|\.)(key|secret|secret_address|password|new_password|code|username|who|base_url|timezone|begin|end|id|question_id|file|keyword|period|to|email|mobile|student_no|was|introduction_was)$/

/** Fields for addresses: the hostile text is placed inside an address. */
const addresses = /(^|[. ])(personalWebsite|links\[\]|link)$/

/** Markdown, whose signs mean something. */
const written = new Set([
  'POST /api/student/tasks_submit content',
  'POST /api/student/createDiscussion content',
  'POST /api/student/editDiscussion content',
  'POST /api/admin/discussion/reply content',
  'POST /api/admin/announcement/save content',
  'POST /api/admin/guild/update description',
  'POST /api/admin/task/update content',
])

const isText = ({ type, enum: words, format }: JsonSchema): boolean =>
  type === 'string' && !words && (format === 'text' || format === 'line')

const eachText = (schema: JsonSchema, name = ''): string[] =>
  branchesOf(schema).flatMap((branch) => {
    if (isText(branch)) return meant.test(name) ? [] : [name]
    if (branch.type === 'array') return eachText(branch.items ?? {}, `${name}[]`)
    const records = Object.values(branch.patternProperties ?? {}).flatMap((value) => eachText(value, `${name}{}`))
    return [
      ...Object.entries(branch.properties ?? {}).flatMap(([key, property]) =>
        eachText(property, name === '' ? key : `${name}.${key}`),
      ),
      ...records,
    ]
  })

export const nameOf = ({ method, path }: Call): string => `${method} ${path}`

/** Every place of a call that somebody writes words into, named by the call and the field. */
export const placesOf = (call: Call): string[] =>
  [...new Set(eachText(call.input))].map((field) => `${nameOf(call)} ${field}`)

/** Types hostile texts into calls; each place gets a number, because the mark in front of a text has to be short. */
export const newTyping = () => {
  const places: string[] = []
  let next = 0
  const markOf = (place: string): string => {
    if (!places.includes(place)) places.push(place)
    return `p${places.indexOf(place)}${written.has(place) ? '.html' : ''}`
  }

  /** As many texts as there is room for, at least the beginning of one; Markdown holds them all. */
  const textFor = (place: string, room: number, isFit = (_text: string): boolean => true): string => {
    const isWritten = written.has(place)
    const isAddress = addresses.test(place)
    let text = isAddress ? 'https://example.org/?' : ''
    for (let step = 0; step < (isWritten ? hostile.texts.length : isAddress ? 1 : 3); step += 1) {
      const mark = `⟦${markOf(place)}:`
      const left = room - [...text].length - mark.length - 5
      const fitting = hostile.texts.findIndex(
        (given, index) => index >= next % hostile.texts.length && [...given].length <= left && isFit(given),
      )
      const number = fitting < 0 ? next % hostile.texts.length : fitting
      if (fitting < 0 && step > 0) break
      next = number + 1
      const typed = isAddress ? (hostile.texts[number] ?? '').replaceAll(/[\s\\]/g, '') : (hostile.texts[number] ?? '')
      // The end of a truncated text is marked, because the words after it on the page do not belong to it.
      const isWhole = [...typed].length <= left
      text += `${mark}${number}⟧${isWhole ? typed : `${[...typed].slice(0, Math.max(0, left)).join('')}⟦`}${isAddress ? '' : '\n\n'}`
    }
    return text.trimEnd()
  }

  const typed = (schema: JsonSchema, given: Value, place: string, name: string): Value => {
    const branches = branchesOf(schema)
    const words = branches.find(isText)
    if (words && (given === undefined || given === ''))
      return meant.test(name) ? given : textFor(`${place} ${name}`, words.maxLength ?? 1000)
    const items = branches.find(({ type }) => type === 'array')?.items
    if (items && Array.isArray(given)) return given.map((item) => typed(items, item, place, `${name}[]`))
    const record = branches.find(({ patternProperties }) => patternProperties)
    if (record && given && typeof given === 'object') {
      const [value = {}] = Object.values(record.patternProperties ?? {})
      return Object.fromEntries(
        Object.entries(given).map(([key, answer]) => [key, typed(value, answer, place, `${name}{}`)]),
      )
    }
    const object = branches.find(({ properties }) => properties)
    if (
      !object?.properties ||
      (given === undefined && name !== '') ||
      (given !== undefined && (typeof given !== 'object' || given === null))
    )
      return given
    const filled = Object.entries(object.properties).map(([key, property]) => [
      key,
      typed(property, (given as Fields | undefined)?.[key], place, name === '' ? key : `${name}.${key}`),
    ])
    return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
  }

  return {
    /** What a call is sent: everything given, and hostile texts in every place for words that is left empty. */
    typedInto: (call: Call, given: Fields): Fields => typed(call.input, given, nameOf(call), '') as Fields,
    /** Words for a place that no call describes. */
    wordsFor: textFor,
    places,
    /** The name of a place by its mark. */
    placeOf: (mark: string): string => places[Number(/^p(\d+)/.exec(mark)?.[1])] ?? mark,
  }
}
