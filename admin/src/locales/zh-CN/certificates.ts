/** Checking a certificate by its number. */
export const certificates = {
  lead: '有人拿着奖状来，输入上面的编号就知道它是不是真的、现在还算不算数。只能查你所在公会的奖状。',
  numberLabel: '奖状编号',
  numberHint: '奖状右下角，C-后面十位。大小写、空格都不要紧。',
  look: '查一下',
  answer: '查到的结果',
  valid: '这张奖状有效',
  withdrawn: (day: string) => (day ? `这张奖状已在${day}收回` : '这张奖状已收回'),
  unknown: '没有查到这个编号',
  unknownHint: '可能有一位看错了，也可能是别的公会的奖状。请对着纸面再核一遍，或请那个公会的老师查。',
  number: '编号',
  student: '姓名',
  notYours: '你没有批阅这个公会作品的权限，看不到姓名',
  work: '作品',
  task: '任务',
  guild: '公会',
  on: '评优日期',
}
