import type { enteredImport as zhCN } from '../zh-CN/entered-import.ts'

/** A table of results on its way into the grade grid. */
export const enteredImport: typeof zhCN = {
  heading: 'Type scores in Excel',
  stepsLabel: 'Steps',
  steps: { template: 'Template', file: 'File', columns: 'Columns', check: 'Check', write: 'Write' },
  template: 'Template',
  templateText:
    'Fill in “Score” and “Comment” alone: a number, missing or excused. An empty cell changes nothing. The template knows what stands in each cell now, so that you are asked about what others changed meanwhile.',
  all: 'Download the template',
  onlyBlank: 'Only blank ones',
  chooseFile: 'Choose the filled-in file',
  reading: 'Reading',
  fileHint:
    'XLSX or CSV, 5,000 rows at most. A table of your own will do: student number or name, and score; titles above the heads do not matter.',
  tooBig: 'The file is over 5\u00a0MB',
  readings: 'What is understood',
  read: [
    { written: '90, 90.5, ９０', means: 'Full-width digits count, too', fine: true },
    { written: '90分', means: 'The word for points is left out', fine: true },
    { written: 'missing, 缺, 缺考', means: 'Missing, which is not 0', fine: true },
    { written: 'excused, 免做', means: 'Excused, does not count', fine: true },
    { written: '优, A, √', means: 'No score: listed as a problem', fine: false },
  ],
  hasHeader: 'The first row names the columns',
  parts: { student_no: 'Student no. or name', score: 'Score', text: 'Comment (optional)' },
  choose: 'Choose',
  noColumn: 'No such column',
  sample: 'The first rows',
  check: 'Check',
  needsBoth: 'Choose student number (or name) and score first',
  rows: 'What the check found',
  heads: ['Row', 'No. or name', 'Student', 'In the table', 'Now → then', 'Result'],
  statuses: {
    ask: 'For you to decide',
    bad: 'Problems',
    new: 'New',
    changed: 'Changed',
    released: 'Released',
    same: 'Unchanged',
  },
  words: { score: '', missing: 'missing', excused: 'excused', blank: 'blank' },
  changedBy: (name: string, time: string) => `${name} changed it at ${time}`,
  keep: (value: string) => `Keep ${value}`,
  take: (value: string) => `Use ${value} of the table`,
  mend: 'Mend',
  mendScore: (line: number) => `Score of row ${line}`,
  mendNumber: (line: number) => `Student number or name of row ${line}`,
  afterwards:
    'What is written can be taken back for 24 hours. A table never changes released results: correct those in the grid, each with a reason.',
  back: 'Back',
  open: (ask: number, bad: number) =>
    [
      ask > 0 ? `${ask} to decide; left as ${ask === 1 ? 'it is' : 'they are'} otherwise` : '',
      bad > 0 ? `${bad} with problems ${bad === 1 ? 'is' : 'are'} left out` : '',
    ]
      .filter(Boolean)
      .join('; '),
  write: (count: number) => (count > 0 ? `Write ${count}` : 'Write'),
  written: 'Written',
  undone: 'Taken back',
  cells: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  notWritten: (ask: number, bad: number, released: number) =>
    [
      ask > 0 ? `${ask} left as they were. ` : '',
      bad > 0 ? `${bad} left out. ` : '',
      released === 0
        ? ''
        : released === 1
          ? '1 is released and was not changed. '
          : `${released} are released and were not changed. `,
      'Not released yet: students do not see them.',
    ].join(''),
  undoneText: 'The cells of this import say again what they said before.',
  left: (count: number) => `${count} changed or released since, and left:`,
  toGrades: 'Back to the grade grid',
  undoUntil: (moment: string) => `Can be taken back until ${moment}`,
  undoText: 'Only cells that this import wrote. What has changed or is released since stays, and is listed.',
  undo: 'Undo this import',
  rowCount: (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`,
}
