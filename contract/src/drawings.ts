import { oneOf } from './schema.ts'

/** What a drawing is about: sixteen subjects, and four that say nothing of one. */
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

/** What the drawings of a guild, or of one of its tasks, are about. */
export const subject = () => oneOf(...subjects)
