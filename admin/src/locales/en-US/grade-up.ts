import type { zhCN } from '../zh-CN.ts'

const classesOf = (n: number) => `${n} ${n === 1 ? 'class' : 'classes'}`
const studentsOf = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'student' : 'students'}`

export const gradeUp: (typeof zhCN)['gradeUp'] = {
  open: 'Next grade',
  title: 'Classes move up a grade',
  text: 'For a new school year classes are renamed together. New names are filled in from the grade in each name and can be changed; a class left empty keeps its name. Guilds, tasks and results of the students stay as they are.',
  table: 'Classes and their new names',
  from: 'Class now',
  students: 'Students',
  to: 'New name',
  toOf: (name) => `New name of ${name}`,
  isLast: 'Last grade, stays if empty',
  stays: 'Stays if empty',
  preview: (classes, students) => `${classesOf(classes)} renamed, ${studentsOf(students)} in all.`,
  circle: 'Two classes cannot change names; rename them one after the other.',
  rename: (n) => `Rename ${classesOf(n)}`,
  done: (classes, students) => `${classesOf(classes)} renamed, ${studentsOf(students)} in all`,
  last: (by, classes, students) => `Last renamed by ${by}: ${classesOf(classes)}, ${studentsOf(students)}`,
  undo: 'Undo',
  undone: 'The classes have their old names again',
  isUndone: 'Undone',
  none: 'No student has a class yet.',
  close: 'Close',
}
