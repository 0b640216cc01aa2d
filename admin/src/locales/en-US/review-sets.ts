import type { reviewSets as chinese } from '../zh-CN/review-sets.ts'

const classes = (n: number) => (n === 1 ? '1 class' : `${n} classes`)
const students = (n: number) => (n === 1 ? '1 student' : `${n} students`)
const results = (n: number) => (n === 1 ? '1 result' : `${n} results`)

export const reviewSets: typeof chinese = {
  allClasses: (title) => `${title} (all classes)`,
  together: 'All classes of a set',
  title: 'Release results',
  head: (some, people) => `${classes(some)}, ${students(people)}`,
  unreviewed: (n) => `${n} not reviewed`,
  class: 'Class',
  people: 'Students',
  scored: 'See a result',
  returning: 'To revise',
  waiting: 'Not reviewed',
  missing: 'Not submitted',
  pick: (guild) => `Release ${guild}`,
  archived: 'Archived: nothing is released',
  waits: 'What is not reviewed stays. Release again once it is.',
  tells: 'Everybody gets a notice. Changing a mark later needs a reason.',
  cancel: 'Cancel',
  release: (n) => `Release ${results(n)}`,
  again: 'Try again',
  nothing: 'Nothing to release',
  released: (n) => `Released ${results(n)}`,
  guild: 'Guild',
  remindTitle: 'Remind all classes',
  remindIn: (guild, n) => `${guild}: ${n}`,
  remindText: 'Each student who has not submitted and still can gets one reminder, also who is in two of the classes.',
  remind: (n) => (n > 0 ? `Remind ${n} ${n === 1 ? 'student' : 'students'}` : 'Nobody to remind'),
}
