import { call, type Output } from './call.ts'
import { mostFiles } from './files.ts'
import {
  boolean,
  count,
  fields,
  integer,
  line,
  list,
  none,
  nullable,
  oneOf,
  optional,
  text,
  timesSaved,
} from './schema.ts'

const Term = fields({ name: line(20), begin: text(10, 5), end: text(10, 5) })
const Level = fields({ from: count(10_000_000), zh: line(20), en: line(30) })
const megabytes = () => integer({ minimum: 1, maximum: 100_000 })

/** Every setting of the site by its key. */
const all = {
  site_name: line(60),
  /** The public address of the site, for links in letters; '' while unknown. The server’s BASE_URL takes precedence. */
  base_url: text(200),
  /** The IANA name of the time zone of the school's days, weeks and dates. */
  timezone: line(60),
  /** The terms by their first and last day: `09-01` recurs every year, `2026-09-01` is a single date. */
  terms: list(Term, { minItems: 1, maxItems: 12 }),
  /** Which students the rankings compare with each other. */
  rankings: oneOf('off', 'mine', 'site'),
  /** Whether the value and detail of other students in 优秀 are shown. */
  ranking_values: boolean(),
  /** `own`: 优秀 shows a student only themselves, and 勤奋 names nobody else. */
  ranking_list: oneOf('names', 'own'),
  /**
   * Whom the school is for; null until an administrator has answered. Marks and places of minors are not public
   * (未成年人学校保护规定, article 10): `minors` starts with `ranking_list: own`, and a change that undoes it requires a reason.
   */
  school_kind: nullable(oneOf('minors', 'adults')),
  /** Whether it is possible to register without the invite code of a guild. */
  registration_open: boolean(),
  doors: fields({ invite: boolean(), code: boolean() }),
  /**
   * A new version asks everybody to agree again, so it is raised when the change matters to people who agreed before.
   */
  consent: fields({ version: count(1_000_000), zh: line(5_000), en: line(5_000) }),
  /** Megabytes per file, per submission and per student; number of files per version. */
  files: fields({
    file_mb: megabytes(),
    submission_mb: megabytes(),
    student_mb: megabytes(),
    max_files: integer({ minimum: 1, maximum: mostFiles }),
  }),
  /** Whether a shared work is shown only once staff agree. */
  share_approval: boolean(),
  /** Whether a log-in ends the person's other sessions of the same site. */
  one_device: boolean(),
  /** Whether administrators must log in with a second factor. */
  second_factor_required: boolean(),
  /** Whether the first steps of a new school are hidden on the home page. */
  checklist_hidden: boolean(),
  /** The experience at which each level begins, and its name. */
  levels: list(Level, { minItems: 1, maxItems: 50 }),
  /** Whether a backup is made every night, and how many are kept. */
  backups: fields({ nightly: boolean(), keep: integer({ minimum: 1, maximum: 365 }) }),
}
const Settings = fields(all)

/** Number of changes of each setting; a change sends the version it was made from. */
const versions = Object.fromEntries(Object.keys(all).map((key) => [key, timesSaved()])) as {
  [K in keyof typeof all]: ReturnType<typeof count>
}
const optionals = <P extends Record<string, ReturnType<typeof count>>>(given: P) =>
  Object.fromEntries(Object.entries(given).map(([key, schema]) => [key, optional(schema)])) as {
    [K in keyof P]: ReturnType<typeof optional<P[K]>>
  }

export type SettingKey = keyof typeof all

export const settingsAdmin = {
  read: call({
    method: 'GET',
    path: '/api/admin/settings/read',
    access: 'admin',
    summary: 'Every setting of the site with its version, and the values fixed by the configuration of the server.',
    input: none(),
    output: fields({
      settings: Settings,
      versions: fields(versions),
      /** Set by the environment of the server; shown, but not changeable here. */
      locked: fields({ base_url: text(300), mail: boolean(), https: boolean() }),
    }),
    refusals: [],
  }),
  change: call({
    method: 'POST',
    path: '/api/admin/settings/change',
    access: 'admin',
    summary:
      'Changes settings; each one needs the version that was read. If somebody else has changed one of them, nothing is changed, and CONFLICT answers `theirs` and the present `versions`.',
    input: fields({
      settings: fields({
        site_name: optional(all.site_name),
        base_url: optional(all.base_url),
        timezone: optional(all.timezone),
        terms: optional(all.terms),
        rankings: optional(all.rankings),
        ranking_values: optional(all.ranking_values),
        ranking_list: optional(all.ranking_list),
        school_kind: optional(all.school_kind),
        registration_open: optional(all.registration_open),
        doors: optional(all.doors),
        consent: optional(all.consent),
        files: optional(all.files),
        share_approval: optional(all.share_approval),
        one_device: optional(all.one_device),
        second_factor_required: optional(all.second_factor_required),
        checklist_hidden: optional(all.checklist_hidden),
        levels: optional(all.levels),
        backups: optional(all.backups),
      }),
      versions: fields(optionals(versions)),
      /** The reason why a school for minors shows more of its students to each other; it is recorded. */
      reason: optional(line(200)),
    }),
    output: fields({ versions: fields(versions) }),
    refusals: ['CONFLICT', 'INVALID'],
  }),
}

/** The settings of a school, by key. */
export type SchoolSettings = Output<typeof settingsAdmin.read>['settings']
