import { oneOf } from './schema.ts'

/** The subjects of drawings: sixteen specific ones, and four that stand for no subject. */
export const subjects = [
  'write',
  'math',
  'code',
  'photo',
  'paint',
  'nature',
  'physics',
  'chemistry',
  'history',
  'geography',
  'english',
  'music',
  'sport',
  'robot',
  'care',
  'class',
  'lamp',
  'books',
  'compass',
  'easel',
] as const
export type Subject = (typeof subjects)[number]

/** The subject of the drawings of a guild, or of one of its tasks. */
export const subject = () => oneOf(...subjects)
