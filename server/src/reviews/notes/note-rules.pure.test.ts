import { expect, test } from 'vitest'
import { mayChangeNote, noteThreadClosed } from './note-rules.ts'

const minute = 60_000
const note = { created_at: 0, deleted_at: null, hidden_at: null, answered: false, reported: false }

test('a note can be changed for a quarter of an hour, as long as nobody has answered or reported it', () => {
  expect(mayChangeNote(note, 15 * minute)).toBe(true)
  expect(mayChangeNote(note, 15 * minute + 1)).toBe(false)
  for (const change of [{ answered: true }, { reported: true }, { deleted_at: 1 }, { hidden_at: 1 }])
    expect(mayChangeNote({ ...note, ...change }, minute)).toBe(false)
})

test('in an archived guild, and of a student who left, the notes can only be read', () => {
  expect(noteThreadClosed({ isArchived: false, isMember: true })).toBeNull()
  expect(noteThreadClosed({ isArchived: true, isMember: false })).toBe('archived')
  expect(noteThreadClosed({ isArchived: false, isMember: false })).toBe('left')
})
