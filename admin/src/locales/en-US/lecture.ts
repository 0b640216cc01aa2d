import type { lecture as zhCN } from '../zh-CN/lecture.ts'

export const lecture: typeof zhCN = {
  name: 'Go over it',
  noTask: 'No task chosen',
  noTaskText: 'On the statistics page of a task choose “Go over it”.',
  heading: (title) => `Going over ${title}`,
  comma: ', ',
  close: 'Leave',
  none: 'This task has no questions with points.',
  show: 'Show the answer',
  hide: 'Hide the answer',
  space: 'Space',
  turn: 'Turn',
  black: 'Black',
  light: 'The screen is black: press to come back',
  full: 'Full screen',
  questions: 'Questions',
  question: (n) => `Question ${n}`,
  place: (n, of) => `Question ${n} of ${of}`,
  people: '',
  right: 'Right',
  others: 'Others',
  blank: 'No answer',
  few: 'Fewer than 5 are released, or a small class could be worked out: no bars. The answer can be shown all the same.',
  answer: (words) => `Answer: ${words}`,
  early:
    'Somebody can still submit: in this class, in another one given the same task, or with more time. Press again to show the answer.',
}
