import type { Language } from '@tongchuang/contract/errors.ts'
import type { RobotEvent, RobotKind, RobotProblem } from '@tongchuang/contract/robots.admin.ts'
import type { Generated } from 'kysely'

/** A robot of a class group. Instants are milliseconds since 1970. */
export type GuildRobotTable = {
  id: Generated<number>
  guild_id: number
  kind: RobotKind
  /** What its group is called here. */
  name: string
  /** Where it is written to, closed with the server's secret: whoever knows it can write into the group. */
  address: string
  /** A keyed hash of the address: a guild has each robot once. */
  address_key: string
  /** What staff are shown of the address. */
  address_shown: string
  /** What messages are signed with, closed with the server's secret; '' for none. */
  secret: string
  /** JSON list of the events it speaks of. */
  events: string
  /** Titles of tasks may be said. */
  titles: boolean
  language: Language
  /** Minutes after midnight on the school's clock between which it is silent; the same twice: never. */
  quiet_from: number
  quiet_until: number
  enabled: boolean
  version: Generated<number>
  /** The installation it was switched on in: a copy restored elsewhere stays silent. */
  place: string
  /** Messages that did not get through, one after the other. */
  failures: Generated<number>
  /** Since when nothing gets through; null while it does. */
  failing_since: number | null
  /** Not tried before: after a failure, and in its quiet hours. */
  next_at: Generated<number>
  problem: RobotProblem | null
  /** What the other side said at the last failure. */
  said: Generated<string>
  /** When its last message got through. */
  sent_at: number | null
  /** When it went off by itself; null while it has not. */
  stopped_at: number | null
  created_at: number
}

/** Something one robot is to say, written with what it is about; told at least once, in batches of one message. */
export type RobotDeliveryTable = {
  id: Generated<number>
  robot_id: number
  /** What happened: with the robot unique, so that nothing is told twice. */
  event_key: string
  /** The thing it is about, `task:7`: what is taken back is not told any more. */
  about: string
  event: RobotEvent
  /** How many of them: results of a task are collected. */
  count: number
  /** Title, link and numbers of it (JSON, `Said`). */
  data: string
  /** Collected or kept until then. */
  not_before: number
  /** Not worth saying any more after this. */
  not_after: number
  state: 'waiting' | 'sent' | 'dropped'
  /** The message it went into, whose id the receiver gets: the same when it is sent again. */
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
