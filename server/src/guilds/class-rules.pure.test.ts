import { expect, test } from 'vitest'
import { countOutcomes, outcomeOf, type Classmate, type Outcome } from './class-rules.ts'

test.each<[who: string, classmate: Classmate, byTeacher: Outcome, bySchool: Outcome]>([
  ['who never was in the guild', { status: null, can_be_asked: true }, 'invited', 'joins'],
  ['who is in it', { status: 'member', can_be_asked: true }, 'in_already', 'in_already'],
  ['who asked to come in', { status: 'pending', can_be_asked: false }, 'requested', 'requested'],
  ['who left', { status: 'left', can_be_asked: true }, 'invited', 'joins'],
  ['who was asked and declined', { status: 'left', can_be_asked: false }, 'left_alone', 'joins'],
])('a class comes into a guild: %s', (_who, classmate, byTeacher, bySchool) => {
  expect(outcomeOf(classmate, { is_admin: false })).toBe(byTeacher)
  expect(outcomeOf(classmate, { is_admin: true })).toBe(bySchool)
})

test('everybody of a class is counted once', () => {
  expect(countOutcomes(['invited', 'in_already', 'invited'])).toEqual({
    joins: 0,
    invited: 2,
    requested: 0,
    in_already: 1,
    left_alone: 0,
  })
})
