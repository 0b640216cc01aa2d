/** The parts of a head with the number of choices for each. The last hair is a headscarf. */
export const headParts = {
  face: 3,
  skin: 5,
  hair: 11,
  colour: 5,
  glasses: 4,
  collar: 5,
  eyes: 3,
  mouth: 3,
  extra: 6,
  ground: 5,
  hue: 9,
} as const
export type HeadPart = keyof typeof headParts
export type Head = Record<HeadPart, number>

const names = (): HeadPart[] => Object.keys(headParts) as HeadPart[]

/** The code of a head as it is sent and stored: a base-36 digit for each part, in their order. */
export const headCode = (head: Head): string =>
  names()
    .map((name) => head[name].toString(36))
    .join('')

/** The head with these choices, given in the order of the parts; null where a part is missing or out of range. */
export const headFrom = (numbers: readonly number[]): Head | null => {
  const fits = numbers.length === names().length && names().every((name, at) => (numbers[at] ?? -1) < headParts[name])
  return fits ? (Object.fromEntries(names().map((name, at) => [name, numbers[at] ?? 0])) as Head) : null
}

/** The head with this code; null for an empty or invalid code. */
export const headOf = (code: string): Head | null =>
  headFrom([...code].map((letter) => (/^[0-9a-z]$/.test(letter) ? Number.parseInt(letter, 36) : 99)))

/** The prefix of the code of a chosen head, in a field that otherwise holds the address of a picture. */
export const headMark = 'head:'

/** The choices of a head in the order of its parts. */
export const headNumbers = (head: Head): number[] => names().map((name) => head[name])

/**
 * The head of somebody who has not chosen one, always the same for a name. It uses only parts that say nothing about a
 * person: short hair, the middle skins, glasses, collar and ground; distinctive hair, the headscarf and the outer skins
 * are left for people to choose.
 */
export const headByName = (name: string): Head => {
  let number = 2_166_136_261
  for (const letter of name) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  const next = (of: number): number => {
    number = Math.imul(number ^ (number >>> 15), 2_246_822_519)
    number = Math.imul(number ^ (number >>> 13), 3_266_489_917)
    return ((number ^ (number >>> 16)) >>> 0) % of
  }
  const shorts = [0, 2, 5, 6]
  const extras = [0, 0, 0, 0, 0, 0, 3, 4]
  return {
    face: next(3),
    skin: 1 + next(3),
    hair: shorts[next(4)] ?? 0,
    colour: next(3),
    glasses: next(5) < 2 ? 1 + next(3) : 0,
    collar: next(5),
    eyes: next(3),
    mouth: next(3),
    extra: extras[next(8)] ?? 0,
    ground: next(5),
    hue: next(9),
  }
}
