/** What was written while a work was decided elsewhere. */
export const reviewLeft = {
  title: 'This work has its result. What you wrote is not part of it',
  drop: 'Discard',
  gone: 'This work was withdrawn or moved',
  toFirst: 'Open the first work',
}
