import type { Row } from './row.ts'

const connected = 'a class group has a robot'
const archived = 'the guild of a class group with a robot is archived'
const set = {
  ...{ kind: 'wecom', name: '家校群', events: ['announcement'], titles: false, language: 'zh-CN' },
  ...{ quiet_from: 1290, quiet_until: 390 },
}
const address = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=of-the-robot'
const program = 'https://127.0.0.1/of-a-program'
const robot = { guild_id: '@guild', id: '@robot' }

/** Robots of class groups: what `teacher other assistant helper admin | absent` get. */
export const staffRobotRows: readonly Row[] = [
  ['GET /api/admin/robot/list', { guild_id: '@guild' }, 'ok4 NOT_FOUND ROLE ROLE ok4 | NOT_FOUND'],
  ['GET /api/admin/robot/list', { guild_id: '@guild' }, 'ok5 NOT_FOUND ROLE ROLE ok5 | NOT_FOUND', connected],
  ['POST /api/admin/robot/save', { guild_id: '@guild', ...set, secret_address: address }, 'ok1 NOT_FOUND ROLE ROLE ok1 | NOT_FOUND'],
  ['POST /api/admin/robot/save', { guild_id: '@guild', ...set, secret_address: program }, 'ROBOT_ADDRESS NOT_FOUND ROLE ROLE ok1 | NOT_FOUND'],
  ['POST /api/admin/robot/save', { guild_id: '@guild', ...set }, 'INVALID:secret_address NOT_FOUND ROLE ROLE INVALID:secret_address | NOT_FOUND'],
  ['POST /api/admin/robot/save', { ...robot, ...set, version: 0 }, 'ok1 NOT_FOUND ROLE ROLE ok1 | NOT_FOUND', connected],
  ['POST /api/admin/robot/save', { ...robot, ...set, version: 7 }, 'CONFLICT NOT_FOUND ROLE ROLE CONFLICT | NOT_FOUND', connected],
  ['POST /api/admin/robot/save', { ...robot, ...set, version: 0 }, 'ARCHIVED NOT_FOUND ROLE ROLE ARCHIVED | NOT_FOUND', archived],
  ['POST /api/admin/robot/test', robot, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND', connected],
  [
    'POST /api/admin/robot/test',
    { guild_id: '@guild', kind: 'json', secret_address: program, secret: 'a secret of sixteen' },
    'ROBOT_ADDRESS NOT_FOUND ROLE ROLE ok | NOT_FOUND',
  ],
  ['POST /api/admin/robot/test', robot, 'ARCHIVED NOT_FOUND ROLE ROLE ARCHIVED | NOT_FOUND', archived],
  ['GET /api/admin/robot/deliveries', robot, 'ok0/0 NOT_FOUND ROLE ROLE ok0/0 | NOT_FOUND', connected],
  ['GET /api/admin/robot/deliveries', robot, 'ok0/0 NOT_FOUND ROLE ROLE ok0/0 | NOT_FOUND', archived],
  ['POST /api/admin/robot/switch', { ...robot, enabled: false }, 'ok4 NOT_FOUND ROLE ROLE ok4 | NOT_FOUND', connected],
  ['POST /api/admin/robot/switch', { ...robot, enabled: true }, 'ARCHIVED NOT_FOUND ROLE ROLE ARCHIVED | NOT_FOUND', archived],
  ['POST /api/admin/robot/remove', robot, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND', connected],
  ['POST /api/admin/robot/remove', robot, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND', archived],
]
