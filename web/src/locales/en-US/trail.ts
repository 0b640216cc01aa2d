import type { trail as source } from '../zh-CN/trail.ts'

/** The chapters of a guild as a way; loaded with it alone. */
export const trail: typeof source = {
  title: 'The trail',
  walked: (count, done) => `${done} of ${count} stops behind you. `,
  next: 'Next: ',
  all: 'See the whole trail',
  less: 'Show less',
  part: (done, count) => `${done} / ${count}`,
  excellent: (words) => `Excellent · ${words}`,
  badge: (chapter) => `${chapter} badge`,
  earned: (day) => `Earned on ${day}`,
  left: (count) => (count === 0 ? 'The end of this chapter' : count === 1 ? '1 stop to go' : `${count} stops to go`),
  node: {
    score: (score) => (score === '1' ? '1 point' : `${score} points`),
    due: (moment) => `due ${moment}`,
  },
}
