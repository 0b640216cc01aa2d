const many = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`

/** How far one is, on the square and in the personal centre, and the way back to the square. */
export const standing = {
  toSquare: 'Go to the square',
  level: (level: number, name: string) => [`Level ${level}`, name].filter(Boolean).join(' · '),
  reached: (level: number, name: string) => [`You have reached level ${level}` + (name && `, ${name}`)],
  reachedBy: (day: string, what: string, title: string) => `${day}: ${what}` + (title && `, “${title}”`),
  seen: 'Got it',
  opened: 'Unlocked: ',
  title: (title: string) => `“${title}”`,
  openedMore: (tasks: number) => (tasks > 1 ? ` and ${tasks - 1} more` : ''),
  toNext: (points: number, level: number) => [`${points} XP`, ' ', `to level\u00a0${level}`],
  top: 'The highest level there is',
  experience: 'XP towards the next level',
  experienceOf: (now: number, next: number) => `${now} of ${next}`,
  experienceTotal: (points: number) => `${points} XP`,
  score: (score: number) => `Total score ${score}`,
  week: (points: number, parts: string[]) =>
    `${points} XP this week${parts.length > 0 ? ` from ${parts.join(' and ')}` : ''}`,
  weekSubmissions: (n: number) => many(n, 'submission'),
  weekPosts: (n: number) => many(n, 'post'),

  ledgerLink: 'History',
}
