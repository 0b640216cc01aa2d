import type { Bilingual } from './language.ts'

/** What people fill in, as the forms of both sites call it. A field that no form has keeps its name on the wire. */
const names: Readonly<Record<string, Bilingual>> = {
  username: { zh: '用户名', en: 'User name' },
  password: { zh: '密码', en: 'Password' },
  old_password: { zh: '现在的密码', en: 'Current password' },
  new_password: { zh: '新密码', en: 'New password' },
  secret_address: { zh: '机器人地址', en: 'Address of the robot' },
  email: { zh: '邮箱', en: 'Email' },
  mobile: { zh: '手机号', en: 'Phone' },
  code: { zh: '验证码', en: 'Code' },
  invite: { zh: '邀请码', en: 'Invite code' },
  nickname: { zh: '昵称', en: 'Nickname' },
  introduction: { zh: '介绍', en: 'About me' },
  location: { zh: '所在地', en: 'Location' },
  personalWebsite: { zh: '个人网站', en: 'Website' },
  real_name: { zh: '姓名', en: 'Name' },
  student_no: { zh: '学号', en: 'Student number' },
  class_name: { zh: '班级', en: 'Class' },
  title: { zh: '标题', en: 'Title' },
  summary: { zh: '简介', en: 'Summary' },
  content: { zh: '正文', en: 'Text' },
  comment: { zh: '内容', en: 'Text' },
  message: { zh: '留言', en: 'Message' },
  reason: { zh: '理由', en: 'Reason' },
  rating: { zh: '评分', en: 'Rating' },
  score: { zh: '分数', en: 'Score' },
  files: { zh: '文件', en: 'Files' },
  links: { zh: '链接', en: 'Links' },
  keyword: { zh: '搜索的词', en: 'Search words' },
}

/** How a field is called to a person. Part of a list or of an object is called by its last name. */
export const nameOfField = (field: string): Bilingual => {
  const last = field.split('.').at(-1) ?? ''
  return (Object.hasOwn(names, last) && names[last]) || { zh: field, en: field }
}
