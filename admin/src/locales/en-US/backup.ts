import type { zhCN } from '../zh-CN.ts'

const counted = (n: number, one: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : `${one}s`}`

/** Copies of the whole school. */
export const backup: (typeof zhCN)['backup'] = {
  list: 'Backups',
  make: 'Back up now',
  making: 'Backing up',
  nightly: (n) =>
    `Made automatically every night; the last ${n === 1 ? 'one is' : `${n} are`} kept. The settings change that.`,
  notNightly: 'Nightly backups are off. The settings turn them on.',
  none: 'No backup yet',
  noneText: 'A backup holds the database and every file. Everybody can go on working while it is made.',
  states: { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed', removed: 'Deleted' },
  by: (name) => `asked for by ${name}`,
  byItself: 'automatic',
  holds: (rows, files, size) => `${counted(rows, 'row')}, ${counted(files, 'file')}, ${size}`,
  damaged: (n: number) =>
    `${counted(n, 'file')} ${n === 1 ? 'was' : 'were'} missing or damaged already; System lists ${n === 1 ? 'it' : 'them'}`,
  load: 'Download',
  remove: 'Delete',
  removeTitle: 'Delete this backup',
  removeText: (name) => `${name} is deleted from the server for good.`,
  cancel: 'Cancel',
  restore: 'How to restore',
  restoreText:
    'Into an empty installation: its set-up page offers “Restore from a backup”. Or in the terminal, with an empty data folder (or an empty PostgreSQL database):',
  restoreNote:
    'A packed release has no npm: type ./cli restore … there. A backup fits either database: it is also the way from SQLite to PostgreSQL. Every table and file is checked first, and what is missing is named. It holds accounts and digests of passwords: keep it where only administrators can reach it.',
}
