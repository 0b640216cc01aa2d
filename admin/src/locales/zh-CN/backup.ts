/** Copies of the whole school. */
export const backup = {
  list: '备份',
  make: '现在备份',
  making: '正在备份',
  nightly: (n: number) => `每天夜里自动备份，保留最近${n}份。可在设置里修改。`,
  notNightly: '自动备份已关闭，可在设置里打开。',
  none: '还没有备份',
  noneText: '备份包含数据库和所有文件，做的时候大家可以照常使用。',
  states: { waiting: '等待中', running: '正在备份', done: '完成', failed: '失败', removed: '已删除' },
  by: (name: string) => `${name}发起`,
  byItself: '自动',
  holds: (rows: number, files: number, size: string) =>
    `${rows.toLocaleString('zh-CN')}行，${files.toLocaleString('zh-CN')}个文件，${size}`,
  damaged: (n: number) => `备份时已有${n.toLocaleString('zh-CN')}个文件缺失或损坏，名单在「系统」里`,
  load: '下载',
  remove: '删除',
  removeTitle: '删除这份备份',
  removeText: (name: string) => `${name}会从服务器上删除，不能找回。`,
  cancel: '取消',
  restore: '怎样恢复',
  restoreText:
    '恢复到一个空的安装：它的设置页上有「从备份恢复」；也可以在命令行，准备一个空的数据目录（或一个空的PostgreSQL数据库），运行：',
  restoreNote:
    '安装包里没有npm，写「./cli restore …」。备份不分数据库种类：从SQLite搬到PostgreSQL也是这样做。恢复前会检查每张表和每个文件，缺了什么会逐一说明。备份里有账号和密码摘要，请放在只有管理员能拿到的地方。',
}
