import type { zhCN } from '../zh-CN.ts'

const classesOf = (n: number) => `${n} ${n === 1 ? 'class' : 'classes'}`
const studentsOf = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'student' : 'students'}`
const guildsOf = (n: number) => `${n} ${n === 1 ? 'guild' : 'guilds'}`

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
  preview: (classes, students, guilds) =>
    `${classesOf(classes)} renamed, ${studentsOf(students)} in all${guilds > 0 ? `; ${guildsOf(guilds)} archived` : ''}.`,
  lastYear: 'Last year’s guilds',
  lastYearText:
    'Guilds with one of these classes in their name can be archived in the same step: they can only be read then, and tasks that are open end. Undone within a day they go on; tasks have to be opened again.',
  archiveAll: (n) => `Archive all ${n}`,
  archiveNone: 'Archive none',
  guildHas: (members, open, waiting) =>
    [
      studentsOf(members),
      open > 0 && (open === 1 ? '1 task is open and would end' : `${open} tasks are open and would end`),
      waiting > 0 && `${waiting === 1 ? '1 work waits' : `${waiting} works wait`} and could be reviewed no longer`,
    ]
      .filter(Boolean)
      .join('; '),
  circle: 'Two classes cannot change names; rename them one after the other.',
  cut: 'There was no answer, and it may be done. Press again to finish: nothing is renamed twice',
  rename: (n, guilds) =>
    guilds > 0 ? `Rename ${classesOf(n)}, archive ${guildsOf(guilds)}` : `Rename ${classesOf(n)}`,
  done: (classes, students, guilds) =>
    `${classesOf(classes)} renamed, ${studentsOf(students)} in all${guilds > 0 ? `; ${guildsOf(guilds)} archived` : ''}`,
  last: (by, classes, students, guilds) =>
    `Last renamed by ${by}: ${classesOf(classes)}, ${studentsOf(students)}${guilds > 0 ? `; ${guildsOf(guilds)} archived` : ''}`,
  undo: 'Undo',
  undone: 'The classes have their old names again',
  isUndone: 'Undone',
  none: 'No student has a class yet.',
  close: 'Close',
}
