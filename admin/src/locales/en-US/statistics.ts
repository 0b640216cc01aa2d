import type { statistics as zhCN } from '../zh-CN/statistics.ts'

const ten = (column: number): string => (column === 9 ? '90–100' : `${column * 10}–${column * 10 + 9}`)

export const statistics: typeof zhCN = {
  heading: 'Task statistics',
  lead: (classes) =>
    classes > 1
      ? `Statistics · ${classes} classes; only released scores count`
      : 'Statistics; only released scores count',
  openTask: 'Open the task',
  openMissing: 'Who has not submitted',
  openGrades: 'Grades',
  print: 'Print',
  classLabel: 'Guild',
  allClasses: 'All classes',
  noTask: 'No task chosen',
  noTaskText: 'Open the statistics from the list of tasks or from a task.',
  handedIn: 'Who submitted',
  bar: 'Share submitted',
  columns: {
    students: 'Expected',
    on_time: 'On time',
    late: 'Late',
    nothing: 'Not submitted',
    waiting: 'To review',
    average: 'Mean',
  },
  namesOf: (guild) => `Not submitted: ${guild}`,
  due: 'due',
  sum: 'Together',
  scores: 'Scores',
  noneReleased: 'No result is released yet. Afterwards the scores and criteria are shown here.',
  tooFew: (released) =>
    `${released} released. Under 5 in a class there is no picture and no mean, so that nobody is recognised; neither is there one that could be worked out from other classes.`,
  dotMeans: (released, per) =>
    per === 1 ? `${released} works, a dot each` : `${released} works, a dot for up to ${per}`,
  passLine: (line) => `Pass ${line}`,
  tenHas: (column, many) => `${ten(column)}: ${many}`,
  listSeparator: ', ',
  listEnd: '.',
  inWords: 'In words',
  averageWord: 'mean',
  medianWord: 'median',
  passedWord: (share) => `passed, ${share}%`,
  belowWord: (line) => `below ${line}, hollow`,
  criteria: 'Criteria',
  criteriaNote: 'Works at each level',
  criterion: 'Criterion',
  level: (level) => `Level ${level}`,
  weight: (weight) => `${weight} points`,
  share: 'Mean share',
}
