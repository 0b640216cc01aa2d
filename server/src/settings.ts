import { defaultFileLimits } from '@tongchuang/contract/files.ts'
import { keysOf } from '@tongchuang/contract/records.ts'
import { sql } from 'kysely'
import { levels, type Level } from './default-levels.ts'
import type { Db } from './db/schema.ts'
import type { Bilingual } from './http/language.ts'

/** A term of the school year. `09-01` comes every year, `2026-09-01` once. */
export type Term = { name: string; begin: string; end: string }

/** Settings of the whole site, decided by administrators. */
export type SiteSettings = {
  site_name: string
  /** The public address of the site, for letters; '' while unknown. `config.baseUrl` takes precedence. */
  base_url: string
  /** IANA name of the zone the school's days, weeks and dates are in. */
  timezone: string
  terms: readonly Term[]
  /** Who is compared with whom; `off` hides the page and the block. */
  rankings: 'off' | 'mine' | 'site'
  /** Whether others' value and detail of 优秀 are shown. */
  ranking_values: boolean
  /** `own`: in 优秀 a student sees only themselves, and in 勤奋 nobody else is named. */
  ranking_list: 'names' | 'own'
  /** The age group of the school; null until it is asked once. */
  school_kind: 'minors' | 'adults' | null
  /** Registration without the invite code of a guild. */
  registration_open: boolean
  /** The ways to register, at least one of which is enabled. `code` also needs mail. */
  doors: { invite: boolean; code: boolean }
  /** A new version asks for consent again; `0` on an account means that the school holds the consent. */
  consent: Bilingual & { version: number }
  /** Limits in megabytes; `max_files` is the number of files per version. */
  files: { file_mb: number; submission_mb: number; student_mb: number; max_files: number }
  /** Sharing a work needs the approval of staff. */
  share_approval: boolean
  /** A log-in ends the person's other sessions of the same site. */
  one_device: boolean
  /** Administrators must log in with a second factor; other staff may. */
  second_factor_required: boolean
  /**
   * At least one log-in provider is enabled. Updated when providers are configured, so that every page can read it
   * without a query.
   */
  other_log_ins: boolean
  /** The five first steps of a new school are hidden on the home page of the admin site. */
  checklist_hidden: boolean
  /** Where each level begins, and its name. */
  levels: readonly Level[]
  /** Whether a backup is made every night, and how many are kept. */
  backups: { nightly: boolean; keep: number }
}

export type SettingKey = keyof SiteSettings

const consent = {
  version: 1,
  zh: [
    '这个站点由学校运行，用来发布任务、提交作品、给出反馈。',
    '我们保存：用户名、昵称、密码的不可逆摘要、你填写的资料、你写下和上传的内容、成绩、积分和经验，以及登录的时间与地址。',
    '谁能看到：你自己；你所在公会的老师和助教看到你的作品与成绩；管理员看到账号；同学只看到昵称、头像、等级和你主动分享的作品。',
    '我们不做广告，不把数据交给别人。你可以随时查看、改正、导出自己的资料，也可以申请删除账号。',
    '未满14周岁，请和监护人一起阅读，由监护人同意后再注册。',
  ].join('\n'),
  en: [
    'This site is run by your school to set tasks, collect work and give feedback.',
    'We keep: your user name, nickname, an irreversible digest of your password, what you fill in, write and upload, your marks, score and XP, and when and from where you logged in.',
    'Who sees it: you; teachers and assistants of your guilds see your work and marks; administrators see your account; other students see only your nickname, picture, level and the works you choose to share.',
    'No advertising, and no data given to others. You can see, correct and export your data at any time, and ask for your account to be deleted.',
    'If you are under 14, read this with a parent or guardian and register only with their consent.',
  ].join('\n'),
} as const

/** The settings of a new school. */
export const defaultSettings: SiteSettings = {
  site_name: '同窗公会',
  base_url: '',
  timezone: 'Asia/Shanghai',
  terms: [
    { name: '第一学期', begin: '09-01', end: '01-31' },
    { name: '第二学期', begin: '02-01', end: '08-31' },
  ],
  rankings: 'mine',
  ranking_values: false,
  ranking_list: 'names',
  school_kind: null,
  registration_open: false,
  doors: { invite: true, code: true },
  consent,
  files: { ...defaultFileLimits, submission_mb: 500, student_mb: 2048 },
  share_approval: false,
  one_device: false,
  second_factor_required: false,
  other_log_ins: false,
  checklist_hidden: false,
  levels,
  backups: { nightly: true, keep: 7 },
}

const keys = keysOf(defaultSettings)

/** The stored settings, with defaults for those not decided. */
export const readSettings = async (db: Db): Promise<SiteSettings> => {
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute()
  return {
    ...defaultSettings,
    ...Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown])),
  }
}

/** One setting, as a part of another query: a row where it was decided. */
export const settingOf = (db: Db, key: SettingKey) =>
  db.selectFrom('settings').select('value').where('key', '=', sql.lit(key))

/** The value of a setting by its row. */
export const decided = <K extends SettingKey>(key: K, [row]: readonly { value: string }[]): SiteSettings[K] =>
  row ? (JSON.parse(row.value) as SiteSettings[K]) : defaultSettings[key]

/** One setting, for callers that need no other. */
export const readSetting = async <K extends SettingKey>(db: Db, key: K): Promise<SiteSettings[K]> =>
  decided(key, await settingOf(db, key).execute())

/** Stores what the administrator decided; the other settings stay as they are. */
export const writeSettings = async (db: Db, changes: Partial<SiteSettings>): Promise<void> => {
  const rows = Object.entries(changes).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
  if (rows.length === 0) return
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), version: eb('settings.version', '+', 1) })),
    )
    .execute()
}

/** The number of changes of each setting; 0 while the default applies. */
export const settingVersions = async (db: Db): Promise<Record<SettingKey, number>> => {
  const rows = await db.selectFrom('settings').select(['key', 'version']).where('key', 'in', keys).execute()
  const stored = new Map(rows.map(({ key, version }) => [key, version]))
  return Object.fromEntries(keys.map((key) => [key, stored.get(key) ?? 0])) as Record<SettingKey, number>
}

/** Stores a setting changed from a known version; false where it was changed in the meantime. */
export const replaceSetting = async <K extends SettingKey>(
  db: Db,
  key: K,
  value: SiteSettings[K],
  version: number,
): Promise<boolean> => {
  const text = JSON.stringify(value)
  const made = await (
    version === 0
      ? db
          .insertInto('settings')
          .values({ key, value: text })
          .onConflict((conflict) => conflict.doNothing())
          .returning('key')
      : db
          .updateTable('settings')
          .set((eb) => ({ value: text, version: eb('version', '+', 1) }))
          .where('key', '=', key)
          .where('version', '=', version)
          .returning('key')
  ).executeTakeFirst()
  return made !== undefined
}

/** The initial settings for an age group: marks and places of minors are not public. */
export const settingsFor = (school_kind: SiteSettings['school_kind']) =>
  school_kind === 'minors'
    ? ({ school_kind, ranking_list: 'own', ranking_values: false } as const)
    : ({ school_kind, ranking_list: 'names' } as const)

export type Settings = {
  /** The settings, at most 5 seconds old. Ask before a transaction, not in it. */
  read: () => Promise<SiteSettings>
  /** Stores changes; this process sees them at once, the others within 5 seconds. */
  change: (changes: Partial<SiteSettings>) => Promise<void>
}

const freshMs = 5_000

/** Settings read from the database at most every 5 seconds. */
export const createSettings = (db: Db): Settings => {
  let kept: { settings: Promise<SiteSettings>; until: number } | null = null
  return {
    read: () => {
      // The machine's clock, not the product's, which tests stop.
      if (kept && kept.until > performance.now()) return kept.settings
      const settings = readSettings(db)
      const mine = (kept = { settings, until: performance.now() + freshMs })
      settings.catch(() => {
        if (kept === mine) kept = null
      })
      return settings
    },
    change: async (changes) => {
      await writeSettings(db, changes)
      kept = null
    },
  }
}
