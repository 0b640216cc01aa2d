/** Classes that are called after the next grade. */
export const gradeUp = {
  open: '升级',
  title: '班级升级',
  text: '新学年把班级一起改名。下面按班名里的年级填好了新名字，可以逐个改；留空的班级不变。学生的公会、任务和成绩都不受影响。',
  table: '班级和新名字',
  from: '现在的班级',
  students: '人数',
  to: '新名字',
  toOf: (name: string) => `${name}的新名字`,
  isLast: '最高年级，留空不变',
  stays: '留空不变',
  preview: (classes: number, students: number, guilds: number) =>
    `${classes}个班改名，共${students.toLocaleString('zh-CN')}名学生${guilds > 0 ? `；${guilds}个公会归档` : ''}。`,
  lastYear: '去年的班级公会',
  lastYearText:
    '名字里有这些班的公会，可以一起归档：归档后只能查看，没截止的任务一并结束。24小时内撤销时一起取回，任务要自己再打开。',
  archiveAll: (n: number) => `${n}个都归档`,
  archiveNone: '都不归档',
  guildHas: (members: number, open: number, waiting: number) =>
    `${members}人${open > 0 ? `，${open}个任务开着，会结束` : ''}${waiting > 0 ? `，还有${waiting}份没批，归档后不能再批` : ''}`,
  circle: '两个班不能互换名字，请分两次改。',
  cut: '没有收到回答，可能已经改好。再按一次做完，不会改两次',
  rename: (n: number, guilds: number) => (guilds > 0 ? `改${n}个班，归档${guilds}个公会` : `改${n}个班`),
  done: (classes: number, students: number, guilds: number) =>
    `${classes}个班已改名，共${students}名学生${guilds > 0 ? `；归档了${guilds}个公会` : ''}`,
  last: (by: string, classes: number, students: number, guilds: number) =>
    `上次由${by}改了${classes}个班、${students}名学生${guilds > 0 ? `，归档了${guilds}个公会` : ''}`,
  undo: '撤销',
  undone: '班级已改回',
  isUndone: '已撤销',
  none: '学生资料里还没有班级。',
  close: '关闭',
}
