import type { rankings as source } from '../zh-CN/rankings.ts'

const ordinal = (n: number): string => {
  const [tens, ones] = [n % 100, n % 10]
  if (tens > 10 && tens < 14) return `${n}th`
  return `${n}${['th', 'st', 'nd', 'rd'][ones] ?? 'th'}`
}

export const rankings: typeof source = {
  title: 'Rankings',
  both: 'The two rankings',
  scope: 'Among whom',
  wholeSite: 'Whole school',
  period: 'Period',
  periods: { week: 'This week', month: 'This month', term: 'This term' },
  before: { week: 'The week before', month: 'The month before', term: 'The term before' },
  backTo: { week: 'Back to this week', month: 'Back to this month', term: 'Back to this term' },
  whole: 'Rules and full list',
  failed: 'The ranking did not load',
  me: 'Me',
  meNamed: (name) => `${name} (me)`,
  noPlace: 'Not ranked yet',
  placeOf: (n) => ordinal(n),
  firstThree: 'The first three',
  around: 'My place and those right around it',
  myPlace: 'My place',
  same: 'Same',
  up: (n) => `Up ${n}`,
  down: (n) => `Down ${n}`,
  anonymous: 'Anonymous',
  level: (n) => `Level ${n}`,
  youHide: 'You are hidden: only you and the staff see this',
  fewResults: (n) => (n === 1 ? '1 result so far, 3 needed' : `${n} results so far, 3 needed`),
  staff: 'Teachers and assistants are not ranked',
  since: (day) => `since ${day}`,
  span: (first, last) => `${first} to ${last}`,
  updated: (time) => `updated ${time}`,
  parts: (parts) => parts.join(', '),
  tooFew: 'Fewer than 5 people, no ranking yet',
  tooFewHint: (n) =>
    n === 1
      ? '1 person qualifies so far. It appears with the fifth. '
      : `${n} people qualify so far. It appears with the fifth. `,
  ownOnly: (value) => `You are at ${value}; only you and the staff see that.`,
  ownPlace: (rank, value) => `You are in ${ordinal(rank)} place${value && `, at ${value}`}`,
  ownListHint: 'Everyone sees only their own place here; nobody else sees yours. ',
  featuredWorks: 'Look at the excellent works',
  off: 'This guild has no ranking',
  offHint: 'The teacher has switched it off here. ',
  noGuild: 'No guild to compare in yet',
  noGuildHint: 'Join a guild and a ranking will appear here.',
  rules: 'Rules',
  howCounted: 'What counts',
  notCounted: 'What does not',
  ties: 'Ties and places',
  tiesText:
    'Equal numbers share a place and the next place follows on. The better half is listed at most: no student reads who is last; teachers do, and assistants who may see grades. Places never change again 14 days after the end of a term.',
  howShown: 'How I appear',
  shownAs: {
    nickname: 'By nickname. You can be anonymous or not appear at all.',
    anonymous: 'Anonymously. You can show your nickname or not appear at all.',
    hidden: 'Not at all: only you and the staff see your place.',
  },
  shownToMyself:
    'The school shows no names: only you see yourself in Excellent, and others see you unnamed in Hard-working.',
  change: 'Change it',
  excellent: {
    title: 'Excellent',
    heading: 'This term',
    about: 'How good the work is',
    unit: 'pts',
    value: (n) => `${n} pts`,
    detail: (n) => (n === 1 ? '1 task' : `${n} tasks`),
    toNext: (n, rank) => `${n} pts to ${ordinal(rank)} place`,
    nothingYet: 'Ranked from 3 results on',
    counts: [
      'The mean of your results, weighted by points and difficulty',
      'Few results are pulled toward the average: one lucky 100 does not beat twenty 95s',
      'Each excellent work adds 1 point, 5 at most',
      'A main task not submitted counts as 0',
      'At least 3 results',
    ],
    notCounts: ['Side tasks given up, returned or excused tasks', 'Being fast or slow'],
  },
  workhard: {
    title: 'Hard-working',
    heading: 'This week',
    about: 'How much effort',
    unit: 'XP',
    value: (n) => `${n} XP`,
    detail: (n) => (n === 1 ? '1 day' : `${n} days`),
    toNext: (n, rank) => `${n} XP to ${ordinal(rank)} place`,
    nothingYet: 'Ranked from the first XP on',
    counts: [
      'Submitting on time, passing, improving after a return, a helpful answer',
      'At most 80 XP a day, passing and excellent works aside',
      'Each active day adds 1',
      'Anything above 0 is ranked',
    ],
    notCounts: ['Logging in, reading, liking', 'Accepting and giving up again'],
  },
}
