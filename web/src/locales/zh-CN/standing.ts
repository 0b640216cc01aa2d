/** How far one is, on the square and in the personal centre, and the way back to the square. */
export const standing = {
  toSquare: '去任务广场',
  level: (level: number, name: string) => [`${level}级`, name].filter(Boolean).join(' · '),
  reached: (level: number, name: string) => (name ? [`你到${level}级了，`, `称号「${name}」`] : [`你到${level}级了`]),
  reachedBy: (day: string, what: string, title: string) => `${day}，${what}` + (title && `：「${title}」`),
  seen: '知道了',
  /** Before a title in quotes, which is a link. */
  opened: '新解锁',
  title: (title: string) => `「${title}」`,
  openedMore: (tasks: number) => (tasks > 1 ? `等${tasks}个任务` : ''),
  toNext: (points: number, level: number) => [`还差${points}经验`, `到${level}级`],
  top: '已经是最高等级',
  experience: '到下一级的经验',
  experienceOf: (now: number, next: number) => `${now} / ${next}`,
  experienceTotal: (points: number) => `${points}经验`,
  score: (score: number) => `累计积分${score}`,
  week: (points: number, parts: string[]) =>
    `本周得到${points}经验${parts.length > 0 ? `，来自${parts.join('和')}` : ''}`,
  weekSubmissions: (n: number) => `${n}次提交`,
  weekPosts: (n: number) => `${n}次讨论`,

  ledgerLink: '看明细',
}
