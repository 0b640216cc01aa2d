import { call } from './call.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  line,
  list,
  none,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
  timesSaved,
} from './schema.ts'

/** The kind of robot of a class group: 企业微信, 钉钉 or 飞书, or a signed JSON message to a program of the school. */
export const robotKinds = ['wecom', 'dingtalk', 'feishu', 'json'] as const
export type RobotKind = (typeof robotKinds)[number]

/**
 * The events that a robot announces: an announcement is published, a task opens, a task is due within a day, results
 * are released.
 */
export const robotEvents = ['announcement', 'task_open', 'due_soon', 'released'] as const
export type RobotEvent = (typeof robotEvents)[number]

/** How many robots a guild can have. */
export const mostRobots = 5

/**
 * Why a message was not delivered. Refused by the other side: the robot is gone (`GONE`), it does not accept the
 * signature (`SIGNATURE`), the keyword (`KEYWORD`) or the server's address (`OUR_ADDRESS`), too many messages (`SLOW`),
 * any other answer (`ANSWER`). On the way: see `OutboundReason` of the server. On this server: its secret does not
 * decrypt the stored address (`SECRET`).
 */
export const robotProblems = [
  'GONE',
  'SIGNATURE',
  'KEYWORD',
  'OUR_ADDRESS',
  'SLOW',
  'ANSWER',
  'SECRET',
  'ADDRESS',
  'INSECURE',
  'PRIVATE',
  'UNKNOWN_HOST',
  'UNREACHABLE',
  'CERTIFICATE',
  'TIMEOUT',
  'TOO_LONG',
  'NO_ANSWER',
] as const
export type RobotProblem = (typeof robotProblems)[number]

const minuteOfDay = () => integer({ minimum: 0, maximum: 1439 })
/** Anyone who knows it can write into the group, so it is stored and recorded like a secret. */
const address = () => text(500, 1)
const secret = () => text(200, 1)

/** The settings of a robot, except its address. */
const set = {
  /** The name of its group in the product. */
  name: line(30),
  events: list(oneOf(...robotEvents), { maxItems: robotEvents.length }),
  /** Whether messages contain titles of tasks; otherwise they contain numbers only. */
  titles: boolean(),
  language: oneOf('zh-CN', 'en-US'),
  /** Start of the quiet hours, in minutes after midnight on the school’s clock. */
  quiet_from: minuteOfDay(),
  /** End of the quiet hours; the same minute as the start: there are none. */
  quiet_until: minuteOfDay(),
}

const Robot = fields({
  id: id(),
  kind: oneOf(...robotKinds),
  ...set,
  /** Its host and the last characters of its address; the whole is never shown again. */
  address_shown: string(),
  has_secret: boolean(),
  version: timesSaved(),
  enabled: boolean(),
  /** When it switched itself off. */
  stopped_at: nullable(instant()),
  /** Whether it came with a backup from another installation; it sends nothing until it is switched on here. */
  moved: boolean(),
  /** When its last message got through. */
  sent_at: nullable(instant()),
  /** How many messages got through in the last seven days. */
  sent_week: count(),
  /** How many messages wait to be sent. */
  waiting: count(),
  /** Since when its messages have failed; null while they get through. */
  failing_since: nullable(instant()),
  problem: nullable(oneOf(...robotProblems)),
  /** The answer of the other side, verbatim. */
  said: string(),
})

const leading = ['NOT_FOUND', 'ROLE'] as const

export const robotsAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/robot/list',
    access: 'staff',
    summary: 'The robots of a guild in the order they were made, at most 5; for those who lead the guild.',
    input: fields({ guild_id: id() }),
    output: fields({
      robots: list(Robot),
      /** Whether messages contain a link; the address of the site must be known for that. */
      has_link: boolean(),
      /** Whether the caller may enter any address, which administrators may. */
      any_address: boolean(),
      /** The hosts that everyone who leads a guild may use. */
      hosts: list(string()),
    }),
    refusals: leading,
  }),
  save: call({
    method: 'POST',
    path: '/api/admin/robot/save',
    access: 'staff',
    summary:
      'Sets up a robot, or changes the one with this `id` from the `version` that was read. Address and secret are stored encrypted and never answered; omitted, they stay, and a new address comes with its own secret. Only administrators may use JSON and hosts that are not listed. Sending the same robot twice makes one.',
    input: fields({
      guild_id: id(),
      id: optional(id()),
      version: optional(timesSaved()),
      kind: oneOf(...robotKinds),
      ...set,
      secret_address: optional(address()),
      secret: optional(nullable(secret())),
    }),
    output: Robot,
    refusals: [...leading, 'ARCHIVED', 'INVALID', 'CONFLICT', 'ROBOT_ADDRESS', 'TOO_MANY_ROBOTS'],
  }),
  test: call({
    method: 'POST',
    path: '/api/admin/robot/test',
    access: 'staff',
    summary:
      'Sends a test message to a robot, or to an address that is not stored yet; six a minute for each guild. `problem` is null if it got through.',
    input: fields({
      guild_id: id(),
      id: optional(id()),
      kind: optional(oneOf(...robotKinds)),
      secret_address: optional(address()),
      secret: optional(nullable(secret())),
      language: optional(oneOf('zh-CN', 'en-US')),
    }),
    output: fields({ problem: nullable(oneOf(...robotProblems)), said: string(), took_ms: count() }),
    refusals: [...leading, 'ARCHIVED', 'INVALID', 'ROBOT_ADDRESS', 'TOO_FAST'],
  }),
  deliveries: call({
    method: 'GET',
    path: '/api/admin/robot/deliveries',
    access: 'staff',
    summary:
      'The deliveries of a robot in the last month: sent, dropped and waiting ones, newest first. Events with the same `message` were sent as one. The texts are not kept.',
    input: fields({ guild_id: id(), id: id(), ...paging }),
    output: pageOf(
      fields({
        id: id(),
        event: oneOf(...robotEvents),
        /** Number of items the event covers. */
        count: count(),
        state: oneOf('waiting', 'sent', 'dropped'),
        /** The id of the message it was sent with, as the receiver knows it; null while it is in none. */
        message: nullable(string()),
        /** When it happened. */
        created_at: instant(),
        /** When it was sent or dropped. */
        settled_at: nullable(instant()),
        tries: count(),
        tried_at: nullable(instant()),
        /** Why the last try did not get through. */
        problem: nullable(oneOf(...robotProblems)),
        said: string(),
      }),
    ),
    refusals: [...leading, 'INVALID'],
  }),
  switch: call({
    method: 'POST',
    path: '/api/admin/robot/switch',
    access: 'staff',
    summary: 'Switches a robot on or off. Switching it off drops its waiting messages.',
    input: fields({ guild_id: id(), id: id(), enabled: boolean() }),
    output: Robot,
    refusals: [...leading, 'ARCHIVED'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/robot/remove',
    access: 'staff',
    summary: 'Removes a robot with its address and secret, also in an archived guild.',
    input: fields({ guild_id: id(), id: id() }),
    output: none(),
    refusals: leading,
  }),
}
