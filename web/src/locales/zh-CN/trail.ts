/** The chapters of a guild as a way; loaded with it alone. */
export const trail = {
  title: '任务路线',
  walked: (count: number, done: number) => `一共${count}站，走过${done}站。`,
  next: '下一站：',
  all: '看整条路',
  less: '收起',
  part: (done: number, count: number) => `${done} / ${count}`,
  excellent: (words: string) => `优 · ${words}`,
  /** Without the number of the chapter, which stands above. */
  badge: (chapter: string) => `「${chapter.replace(/^第.{1,4}?(?:章|单元)\s*/, '') || chapter}」章`,
  earned: (day: string) => `${day}得到`,
  left: (count: number) => (count > 0 ? `再走${count}站得到` : '走到了这一章的尽头'),
  node: {
    score: (score: string) => `${score}分`,
    due: (moment: string) => `${moment}截止`,
  },
}
