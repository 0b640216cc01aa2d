import type { Selectable } from 'kysely'
import type { TaskTable } from '../tasks/tables.ts'
import type { Drawing } from './drawings.ts'
import type { programs } from './sample-files.ts'

/** A time in the sample school: days from today, and the local time of the school. */
export type When = readonly [days: number, time: string]

/** A task of the sample school. */
export type SampleTask = {
  title: string
  /** Index into `guilds`. */
  guild: number
  chapter?: number
  summary: string
  content: string
  type: Selectable<TaskTable>['type']
  /** The number a task is known by; its difficulty is min(5, ceil(n / 20)). */
  n: number
  open: When
  due: When | null
  close: When | null
  late?: { rule: Selectable<TaskTable>['late_rule']; percent?: number; cap?: number }
  criteria?: readonly (readonly [label: string, description: string, weight: number])[]
  capacity?: number
  min_files?: number
  needs_text?: boolean
  hold?: boolean
  requires?: string
  attachment?: 'queue-table' | 'names'
  questions?: readonly {
    id: string
    label: string
    kind: 'text' | 'number' | 'one' | 'many'
    options?: readonly string[]
    required: boolean
  }[]
}

/** A work submitted by a student of the sample school: its title, text and files. */
export type SampleWork = {
  title: string
  text: string
  drawing?: Drawing
  file?: 'recording' | 'film' | 'report' | keyof typeof programs
}

/** A guild of the sample school as it stands in the database: ids of people and chapters. */
export type LoadedGuild = {
  id: number
  teacher_id: number
  assistant_id: number | null
  members: number[]
  chapters: number[]
}

/** A task of the sample school as it stands in the database, with the ids of its criteria. */
export type LoadedTask = { row: Selectable<TaskTable>; criteria: number[] }
