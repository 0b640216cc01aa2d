import type { Language } from '@tongchuang/contract/errors.ts'
import type { RobotEvent, RobotKind, RobotProblem } from '@tongchuang/contract/robots.admin.ts'
import type { Generated } from 'kysely'
import type { StoredJson } from '../../db/stored-json.ts'
import type { Said } from './text-rules.ts'

/** A robot of a class group. Instants are milliseconds since 1970. */
export type GuildRobotTable = {
  id: Generated<number>
  guild_id: number
  kind: RobotKind
  /** The name of its group, as staff wrote it here. */
  name: string
  /** The address it sends to, encrypted with the server's secret: whoever knows it can write into the group. */
  address: string
  /** A keyed hash of the address: a guild has each robot once. */
  address_key: string
  /** The part of the address that staff are shown. */
  address_shown: string
  /** The secret that signs messages, encrypted with the server's secret; '' for none. */
  secret: string
  /** The events it speaks of. */
  events: StoredJson<RobotEvent[]>
  /** Titles of tasks may be said. */
  titles: boolean
  language: Language
  /** Minutes after midnight, in the school's zone, between which it is silent; equal values: never. */
  quiet_from: number
  quiet_until: number
  enabled: boolean
  version: Generated<number>
  /** The installation it was switched on in: a copy restored elsewhere stays silent. */
  place: string
  /** The number of consecutive messages that did not get through. */
  failures: Generated<number>
  /** The time since which nothing gets through; null while messages do. */
  failing_since: number | null
  /** Not tried before this time: after a failure, and in its quiet hours. */
  next_at: Generated<number>
  problem: RobotProblem | null
  /** What the other side said at the last failure. */
  said: Generated<string>
  /** When its last message got through. */
  sent_at: number | null
  /** When it was switched off automatically; null while it was not. */
  stopped_at: number | null
  created_at: number
}

/** Something one robot is to say of one thing; told at least once, and combined into messages by `batch`. */
export type RobotDeliveryTable = {
  id: Generated<number>
  robot_id: number
  /** Identifies what happened: unique with the robot, so that nothing is told twice. */
  event_key: string
  /** The thing it is about, `task:7`: deliveries about something taken back are dropped. */
  about: string
  event: RobotEvent
  /** The number of things it stands for: results of a task are collected. */
  count: number
  /** Title, link and numbers of it. */
  data: StoredJson<Said>
  /** Collected or held back until then. */
  not_before: number
  /** Out of date after this. */
  not_after: number
  state: 'waiting' | 'sent' | 'dropped'
  /** The message it went into, whose id the receiver gets: unchanged when it is sent again. */
  batch: string | null
  created_at: number
  /** When it was sent or dropped. */
  settled_at: number | null
  /** How often its message was tried, and when last. */
  tries: Generated<number>
  tried_at: Generated<number | null>
  /** Why the last try did not get through, and what the other side said; null: it did, or was not tried. */
  problem: Generated<RobotProblem | null>
  said: Generated<string>
}
