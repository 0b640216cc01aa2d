/** The writing desk: drafts, files, handing in, feedback. */
export const submissions = {
  submit: '提交',
  savedAt: (time: string) => `草稿已保存 ${time}`,
  savedHere: '仅保存在本机',
  saving: '正在保存',
  saveFailed: '保存失败，重试中',
  submitted: '已提交，等待老师批改',
  withdraw: '撤回',
}
