import type { zhCN } from '../zh-CN.ts'

export const certificates: (typeof zhCN)['certificates'] = {
  lead: 'When somebody shows a certificate, its number tells whether it is genuine and still stands. You can check those of your own guilds.',
  numberLabel: 'Number of the certificate',
  numberHint: 'At the lower right of the certificate: ten characters after C-. Capitals and spaces do not matter.',
  look: 'Check',
  answer: 'What was found',
  valid: 'This certificate is valid',
  withdrawn: (day) => (day ? `This certificate was withdrawn on ${day}` : 'This certificate was withdrawn'),
  unknown: 'No certificate with this number',
  unknownHint:
    'A character may have been misread, or it belongs to another guild. Compare it with the paper again, or ask a teacher of that guild.',
  number: 'Number',
  student: 'Name',
  notYours: 'You do not review work in this guild, so the name is not shown',
  goneWork: 'The work is gone for good with its task',
  goneTask: 'The task is gone for good from the bin',
  work: 'Work',
  task: 'Task',
  guild: 'Guild',
  on: 'Marked as excellent',
}
