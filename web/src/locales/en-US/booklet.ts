import type { booklet as source } from '../zh-CN/booklet.ts'

/** The booklet of a term; loaded with it alone. */
export const booklet: typeof source = {
  title: 'Booklet',
  back: 'My centre',
  lead: 'Your works of the term on paper: the first version beside the last, with your teacher’s words and your certificates. Only you can see it; it has no places and compares you with nobody.',
  span: 'Time',
  term: 'This term',
  whole: 'All works',
  choose: 'Works to put in',
  chosen: (count, most) => `${count} chosen, ${most} at most`,
  of: (guild, versions, isExcellent) =>
    [guild, versions === 1 ? '1 version' : `${versions} versions`, isExcellent ? 'excellent' : '']
      .filter(Boolean)
      .join(' · '),
  withFirst: 'Put the first version in as well, beside the last',
  ownWords: 'A sentence of your own',
  ownWordsHint: 'Printed on the cover, 60 characters at most; kept on this device alone.',
  print: 'Print',
  none: 'No work has passed yet',
  noneHint: 'Once a work has passed and its result is released, it can go into the booklet.',
  sum: (works, excellent, revised) =>
    [
      works === 1 ? '1 work' : `${works} works`,
      excellent > 0 ? `${excellent} excellent` : '',
      revised === 0 ? '' : revised === 1 ? 'revised once' : `revised ${revised} times`,
    ]
      .filter(Boolean)
      .join(' · '),
  versions: (count) => (count > 1 ? `${count} versions` : 'Written in one go'),
  firstVersion: 'First version',
  lastVersion: (count) => `Last version, no. ${count}`,
  theWork: 'The work',
  quote: (words) => `“${words}”`,
  pictureOf: (name) => `Picture of the work: ${name}`,
  files: (names) => `With it: ${names.join(', ')}`,
}
