export const setup = {
  heading: 'Set up your school',
  lead: 'Six answers; all of them can be changed later.',
  siteName: 'Name of the school',
  siteNameHint: 'For example: Chunhui School',
  siteNameEmpty: 'Fill in the name',
  username: 'Administrator',
  usernameEmpty: 'Fill in a user name',
  password: 'Password',
  passwordHint: 'At least 8 characters; longer is better.',
  passwordShort: 'At least 8 characters',
  baseUrl: 'Address of the site',
  baseUrlHint: 'Links in letters, account slips and QR codes will use it.',
  locked: 'Set by the configuration of the server',
  kind: 'Kind of school',
  kindNames: { minors: 'Primary or secondary', adults: 'University or adults' },
  kindHints: {
    minors:
      'Students see only their own place in Excellent; Hard-working names nobody else. Names from a list are read in shared guilds alone.',
    adults: 'Rankings show nicknames; students may choose not to be named.',
  },
  rankings: 'Rankings',
  rankingNames: { off: 'Off', mine: 'Within guilds', site: 'Whole school' },
  rankingHints: {
    off: 'Students see no rankings.',
    mine: 'Students are compared within their guilds only.',
    site: 'All students are compared; each may stay unnamed.',
  },
  sample: 'Load sample data to look around',
  sampleHint:
    '10 guilds with a term of tasks and works; it can be removed at once later. Meanwhile rankings are public and show nicknames.',
  create: 'Set up',
  sampleHeading: 'Sample accounts',
  sampleText: 'The passwords are random and shown only now. Note them before you go on.',
  goOn: 'Go to the admin site',
  over: 'The school is set up',
  overText: 'This page opens only while there is no administrator. Please log in.',
  linkOld: 'This link no longer opens',
  linkOldText:
    'A link works for 30 minutes. Start the product again and use the new one in the terminal, or run npm run cli -- admin create (in a packed release: ./cli admin create).',
  haveBackup: 'Has your school used this before?',
  restore: 'Restore from a backup',
  restoreHeading: 'Restore from a backup',
  restoreLead: 'Accounts, guilds, works and files come back as they were, from a backup of SQLite or PostgreSQL.',
  chooseBackup: 'Choose the backup',
  backupHint: 'The tongchuang-….zip of the Backups page',
  startAfresh: 'Back to a new school',
  uploading: (percent: number) => `Uploading ${percent}%`,
  checking: 'Checking and restoring',
  checkingHint:
    'Every table and file is compared first, then put back. With many files this takes minutes; leave the server running.',
  stop: 'Stop uploading',
  restored: 'Restored',
  restoredText: (school: string, moment: string) => `${school}, backed up ${moment}`,
  counts: { people: 'people', guilds: 'guilds', works: 'works', files: 'files' },
  missing: (n: number) =>
    n === 1
      ? 'One file is missing from the backup, the rest is there:'
      : `${n} files are missing from the backup, the rest is there:`,
  andMore: (n: number) => `and ${n} more`,
  newSecret:
    'The secret of this server is not the one the backup was made under: second factors of before are to be taken off and set up anew, and links sent before no longer open.',
  logIn: 'Log in',
  logInHint:
    'With your user name and password of before. Letters that waited then are not sent; what they tell is in the message boxes.',
}
