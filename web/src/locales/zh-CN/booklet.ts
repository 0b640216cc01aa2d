/** The booklet of a term; loaded with it alone. */
export const booklet = {
  title: '成长册',
  back: '个人中心',
  lead: '把这学期的作品印成一本：第一版和最后一版放在一起，加上老师的话和奖状。只有你自己看得到，不写名次，也不和别人比。',
  span: '时间',
  term: '这学期',
  whole: '所有作品',
  choose: '放哪些作品',
  chosen: (count: number, most: number) => `选了${count}件，最多${most}件`,
  of: (guild: string, versions: number, isExcellent: boolean) =>
    [guild, `${versions}版`, isExcellent ? '优' : ''].filter(Boolean).join(' · '),
  withFirst: '第一版也放进去，和最后一版排在一起',
  ownWords: '自己写一句',
  ownWordsHint: '印在封面上，最多60个字；只存在这台设备上。',
  print: '打印',
  none: '还没有通过的作品',
  noneHint: '作品通过、成绩公布以后，可以放进成长册。',
  sum: (works: number, excellent: number, revised: number) =>
    [`${works}件作品`, excellent > 0 ? `${excellent}个优` : '', revised > 0 ? `改了${revised}次` : '']
      .filter(Boolean)
      .join(' · '),
  versions: (count: number) => (count > 1 ? `写了${count}版` : '一次写成'),
  firstVersion: '第一版',
  lastVersion: (count: number) => `最后一版，第${count}版`,
  theWork: '作品',
  quote: (words: string) => `「${words}」`,
  pictureOf: (name: string) => `作品图片：${name}`,
  files: (names: readonly string[]) => `附：${names.join('、')}`,
}
