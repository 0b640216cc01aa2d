import type { Bilingual } from '../http/language.ts'

/** The row that a row contradicts or repeats: its line in the file and its place in its sheet. */
type Other = { line: number; place: number }

type Plain =
  | 'no_number'
  | 'number_form'
  | 'scientific'
  | 'no_name'
  | 'name_long'
  | 'class_long'
  | 'guild_long'
  | 'gender'
  | 'email'
  | 'name_taken'
  | 'staff'
  | 'not_teacher'
  | 'is_member'
  | 'disabled'
  | 'full'
  | 'guild_closed'
  | 'no_guild'
  | 'too_many_invited'

/** Why a row is left out, or what is asked about it. */
export type Problem =
  | { key: Plain }
  | ({ key: 'twice' } & Other)
  | ({ key: 'two_names'; other: string } & Other)
  | ({ key: 'two_roles'; other: 'student' | 'teacher' | 'assistant' } & Other)
  | { key: 'odd_length' | 'lost_zero'; other: string }
  | { key: 'odd_class'; other: string }
  | { key: 'role_unknown'; other: string }
  | { key: 'other_name'; other: string }

const sentences: Record<Problem['key'], Bilingual> = {
  no_number: { zh: '没有学号', en: 'No student number' },
  number_form: {
    zh: '学号只能有字母、数字和 . _ -，2–30个',
    en: 'A student number has 2–30 letters, digits and . _ -',
  },
  scientific: {
    zh: '学号被表格软件改成了科学计数，请把那一列设为“文本”后重新填写',
    en: 'The spreadsheet turned this number into scientific form: set the column to "text" and type it again',
  },
  no_name: { zh: '没有姓名', en: 'No name' },
  name_long: { zh: '姓名超过30个字', en: 'The name has more than 30 characters' },
  class_long: { zh: '班级超过60个字', en: 'The class has more than 60 characters' },
  guild_long: { zh: '公会名超过60个字', en: 'The name of the guild has more than 60 characters' },
  gender: { zh: '性别只能写男、女或留空', en: 'Gender is 男, 女 or empty' },
  email: { zh: '邮箱地址不对', en: 'This is not an email address' },
  twice: { zh: '与第{place}行学号相同', en: 'Same student number as row {place}' },
  two_names: {
    zh: '同一学号在第{place}行写的是{other}',
    en: 'Row {place} has the same number with the name {other}',
  },
  two_roles: {
    zh: '同一学号在第{place}行是另一种角色，学生和教师不能是同一个账号',
    en: 'Row {place} gives this number the other role: one account is not both student and teacher',
  },
  odd_length: { zh: '学号和其他行不一样长，其他行是{other}位', en: 'Others have numbers of {other} digits' },
  lost_zero: {
    zh: '学号比其他行短，其他行是{other}位，可能少了前面的0',
    en: 'Others have numbers of {other} digits: zeros in front may be lost',
  },
  odd_class: { zh: '班级和其他行不一样，其他行是{other}', en: 'Most rows are of class {other}' },
  other_name: {
    zh: '这个学号现在是{other}的账号，是不是同一个人',
    en: 'This number is the account of {other} now: is it the same person?',
  },
  role_unknown: { zh: '不认得角色「{other}」', en: 'Not a role: {other}' },
  no_guild: { zh: '没有写公会', en: 'No guild' },
  name_taken: { zh: '这个学号已经是别人的用户名', en: 'This number is somebody else’s user name' },
  staff: { zh: '这个学号属于老师、助教或管理员', en: 'This number belongs to a member of staff' },
  not_teacher: {
    zh: '这个账号不是教师，身份不能从名单里改',
    en: 'This account is no teacher, and a list cannot make it one',
  },
  is_member: {
    zh: '已经是这个公会的学生，请在公会里任命',
    en: 'A student of this guild already: appoint them there',
  },
  disabled: { zh: '这个账号已停用', en: 'This account is disabled' },
  full: { zh: '公会没有名额了', en: 'The guild has no place left' },
  guild_closed: { zh: '这个公会已归档', en: 'This guild is archived' },
  too_many_invited: { zh: '等待答复的邀请太多了', en: 'Too many invitations wait for an answer' },
}

/** The sentence of a problem. */
export const problemWords = (problem: Problem): Bilingual => {
  const { zh, en } = sentences[problem.key]
  const given = {
    place: 'place' in problem ? String(problem.place) : '',
    other: 'other' in problem ? problem.other : '',
  }
  const filled = (sentence: string): string =>
    // Inserted by functions: `$` in a list must not act as a replacement pattern.
    sentence.replace('{place}', () => given.place).replace('{other}', () => given.other)
  return { zh: filled(zh), en: filled(en) }
}

/** What can be done about a problem where it is shown. */
export type Cause =
  | ''
  | 'number'
  | 'name'
  | 'class'
  | 'other'
  | 'twice'
  | 'two_names'
  | 'two_roles'
  | 'other_name'
  | 'odd_length'
  | 'lost_zero'
  | 'odd_class'
  | 'no_guild'
  | 'guild_long'
  | 'role_unknown'

const causes: Partial<Record<Problem['key'], Cause>> = {
  no_number: 'number',
  number_form: 'number',
  scientific: 'number',
  name_taken: 'number',
  staff: 'number',
  no_name: 'name',
  name_long: 'name',
  class_long: 'class',
  guild_long: 'guild_long',
  twice: 'twice',
  two_names: 'two_names',
  two_roles: 'two_roles',
  other_name: 'other_name',
  odd_length: 'odd_length',
  lost_zero: 'lost_zero',
  odd_class: 'odd_class',
  no_guild: 'no_guild',
  role_unknown: 'role_unknown',
}

/** The fields of a problem that are shown with its row. */
export const shownProblem = (problem: Problem | null) => ({
  cause: problem === null ? '' : (causes[problem.key] ?? 'other'),
  other_line: problem && 'line' in problem ? problem.line : 0,
  other_place: problem && 'place' in problem ? problem.place : 0,
  other: problem && 'other' in problem ? problem.other : '',
})

/**
 * The prefix shared by stored problems that raise the same question with different names; null where only an identical
 * problem is alike.
 */
export const likenessOf = (problem: string): string | null => {
  const begins = '{"key":"other_name"'
  return problem.startsWith(begins) ? begins : null
}
