import { siteAddress } from '@tongchuang/contract/web-address.ts'
import type { SiteSettings } from '../settings.ts'

type Problem = { field: string; zh: string; en: string }

const monthDay = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const wholeDate = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Whether a text is a calendar day; 02-29 is valid, since it exists in some years. */
const isDay = (text: string): boolean => {
  const date = monthDay.test(text) ? `2024-${text}` : wholeDate.test(text) ? text : ''
  const at = date ? new Date(`${date}T00:00:00Z`) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const termsProblem = (terms: SiteSettings['terms']): Problem | null => {
  const bad = terms.find(
    ({ begin, end }) =>
      !isDay(begin) || !isDay(end) || begin.length !== end.length || (begin.length > 5 && end < begin),
  )
  return bad
    ? { field: 'terms', zh: `学期「${bad.name}」的日期不对`, en: `The dates of the term "${bad.name}" are not right` }
    : null
}

const levelsProblem = (levels: SiteSettings['levels']): Problem | null => {
  if (levels[0]?.from !== 0) return { field: 'levels', zh: '第一级从0开始', en: 'The first level begins at 0' }
  const isRising = levels.every(({ from }, at) => at === 0 || from > (levels[at - 1]?.from ?? 0))
  return isRising
    ? null
    : { field: 'levels', zh: '每一级的经验要比前一级多', en: 'Each level needs more XP than the one before' }
}

/** Whether a change shows students of a school for minors more of each other than before: it needs a reason. */
export const needsReason = (before: SiteSettings, change: Partial<SiteSettings>): boolean =>
  before.school_kind === 'minors' &&
  ((change.ranking_list === 'names' && before.ranking_list === 'own') ||
    (change.ranking_values === true && !before.ranking_values) ||
    (change.school_kind !== undefined && change.school_kind !== 'minors'))

/** The first problem of a change of settings beyond its form; null for none. */
export const settingsProblem = (settings: Partial<SiteSettings>): Problem | null => {
  const { timezone, base_url, terms, levels, doors, files } = settings
  if (timezone !== undefined && !isZone(timezone))
    return { field: 'timezone', zh: '没有这个时区', en: 'There is no such time zone' }
  if (base_url && !siteAddress(base_url))
    return {
      field: 'base_url',
      zh: '站点地址要以http://或https://开头，不带用户名、密码、?和#',
      en: 'The address begins with http:// or https:// and has no name, password, ? or #',
    }
  if (doors && !doors.invite && !doors.code)
    return { field: 'doors', zh: '至少留一种注册方式', en: 'One way of registering must stay open' }
  if (files && (files.file_mb > files.submission_mb || files.submission_mb > files.student_mb))
    return {
      field: 'files',
      zh: '单个文件 ≤ 一次提交 ≤ 每人空间',
      en: 'A file ≤ a submission ≤ the space of a student',
    }
  return (terms && termsProblem(terms)) ?? (levels ? levelsProblem(levels) : null)
}
