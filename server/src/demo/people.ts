/** The staff of the sample school; guilds refer to them by `key`. */
export const staff = [
  { key: 'chen', username: 'teacher', nickname: '陈立群', role: 'teacher' },
  { key: 'luo', username: 'teacher2', nickname: '罗兰', role: 'teacher' },
  { key: 'he', username: 'teacher3', nickname: '何静', role: 'teacher' },
  { key: 'ma', username: 'teacher4', nickname: '马骏', role: 'teacher' },
  { key: 'ta', username: 'ta', nickname: '许安然', role: 'assistant' },
  { key: 'ta2', username: 'ta2', nickname: '白露', role: 'assistant' },
  { key: 'ta3', username: 'ta3', nickname: '高远', role: 'assistant' },
  { key: 'admin', username: 'admin', nickname: '管理员', role: 'admin' },
] as const

/**
 * Forms of names that break layouts: double surnames, a middle dot, a rare character, a name of two characters,
 * English, thirty characters.
 */
const unusual = [
  '欧阳思源',
  '阿依古丽·买买提',
  '司徒静怡',
  '㓥小满',
  '丹增卓玛',
  '王一',
  'Emma Li',
  '今天也要把作业写完再去操场跑三圈然后回家吃饭睡觉明天继续加油',
]

const surnames = [
  '苏',
  '周',
  '赵',
  '钱',
  '孙',
  '李',
  '吴',
  '郑',
  '冯',
  '陈',
  '褚',
  '卫',
  '蒋',
  '沈',
  '韩',
  '杨',
  '朱',
  '秦',
  '许',
  '何',
  '吕',
  '施',
  '张',
  '孔',
  '曹',
  '严',
  '华',
  '金',
]
const given = [
  '晓禾',
  '子墨',
  '雨晴',
  '明轩',
  '思琪',
  '浩然',
  '欣怡',
  '梓涵',
  '若曦',
  '宇航',
  '诗涵',
  '嘉懿',
  '一诺',
  '俊熙',
  '可馨',
  '天佑',
  '沐阳',
  '语桐',
  '知行',
  '书瑶',
]
const classes = ['高一（1）班', '高一（2）班', '高一（3）班', '高一（4）班']

export type SampleStudent = {
  username: string
  nickname: string
  real_name: string
  student_no: string
  organization_name: string
  introduction: string
}

/** The 64 students: 林雨桐 first, then s002 … s064. The same on every machine. */
export const students: readonly SampleStudent[] = Array.from({ length: 64 }, (_, index) => {
  const number = String(index + 1).padStart(3, '0')
  const plain = `${surnames[(index * 5) % surnames.length]}${given[(index * 7) % given.length]}`
  const name = index === 0 ? '林雨桐' : (unusual[index - 1] ?? plain)
  const isShown = name.length <= 10
  return {
    username: index === 0 ? 'student' : `s${number}`,
    nickname: name,
    real_name: isShown ? name : plain,
    student_no: `20260${number}`,
    organization_name: index === 0 ? '高一（3）班' : (classes[index % classes.length] ?? ''),
    introduction: index === 0 ? '喜欢拍照，也在学写程序。' : '',
  }
})
