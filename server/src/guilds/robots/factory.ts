import type { Insertable } from 'kysely'
import type { RobotEvent } from '@tongchuang/contract/robots.admin.ts'
import type { Db } from '../../db/schema.ts'
import { closeText } from '../../storage/secret-text.ts'
import { addRobot } from './robot-store.ts'
import { robotPurpose } from './say.ts'
import type { GuildRobotTable } from './tables.ts'

let made = 0

type Given = Partial<Omit<Insertable<GuildRobotTable>, 'events'>> & { guild_id: number; events?: readonly RobotEvent[] }

/**
 * A robot that speaks of every event but of no titles, and has no quiet hours; address and secret are encrypted here.
 */
export const aRobot = async (db: Db, serverSecret: string, given: Given): Promise<{ id: number }> => {
  made += 1
  const { address = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=key', secret = '', events, ...set } = given
  const id = await addRobot(db, {
    kind: 'wecom',
    name: `班级群 ${made}`,
    address_key: `key ${made}`,
    address_shown: 'qyapi.weixin.qq.com/…',
    titles: false,
    language: 'zh-CN',
    quiet_from: 0,
    quiet_until: 0,
    enabled: true,
    created_at: Date.now(),
    failing_since: null,
    problem: null,
    sent_at: null,
    stopped_at: null,
    ...set,
    events: JSON.stringify(events ?? ['announcement', 'task_open', 'due_soon', 'released']),
    address: closeText(serverSecret, robotPurpose, address),
    secret: secret === '' ? '' : closeText(serverSecret, robotPurpose, secret),
  })
  if (id === null) throw new Error('the guild has a robot with this key')
  return { id }
}
