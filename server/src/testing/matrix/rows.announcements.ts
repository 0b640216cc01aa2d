import type { Row } from './row.ts'

/** Announcements and what is replied to them: what `teacher other assistant helper admin | absent` get. */
export const staffAnnouncementRows: readonly Row[] = [
  ['GET /api/admin/announcement/list', { guild_id: '@guild' }, 'g1/1 NOT_FOUND g1/1 g1/1 g1/1 | NOT_FOUND'],
  ['POST /api/admin/announcement/save', { guild_id: '@guild', title: '通知', content: '内容' }, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND'],
  ['POST /api/admin/announcement/save', { guild_id: '@guild' }, 'INVALID:title NOT_FOUND ROLE ROLE INVALID:title | NOT_FOUND'],
  ['POST /api/admin/announcement/save', { guild_id: '@guild', id: '@announcement', base_version: 0, title: '通知' }, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND'],
  [
    'POST /api/admin/announcement/save',
    { guild_id: '@guild', id: '@announcement', base_version: 7, title: '通知' },
    'CONFLICT+g NOT_FOUND ROLE ROLE CONFLICT+g | NOT_FOUND',
  ],
  [
    'POST /api/admin/announcement/save',
    { guild_id: '@guild', id: '@announcementElsewhere', base_version: 0, title: '通知', content: '内容' },
    'NOT_FOUND NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND',
  ],
  ['GET /api/admin/announcement/reach', { guild_id: '@guild' }, 'ok NOT_FOUND ok ok ok | NOT_FOUND'],
  ['GET /api/admin/announcement/replies', { guild_id: '@guild', id: '@announcement' }, 'ok1/1 NOT_FOUND ok1/1 ok1/1 ok1/1 | NOT_FOUND'],
  [
    'GET /api/admin/announcement/replies',
    { guild_id: '@guild', id: '@announcementElsewhere' },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND',
  ],
  ['POST /api/admin/announcement/take_back', { guild_id: '@guild', id: '@announcement' }, 'g NOT_FOUND ROLE ROLE g | NOT_FOUND'],
  ['POST /api/admin/announcement/take_back', { guild_id: '@guild', id: '@announcementElsewhere' }, 'NOT_FOUND NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/announcement/remove', { guild_id: '@guild', id: '@announcement' }, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND'],
  ['POST /api/admin/announcement/remove', { guild_id: '@guild', id: '@announcementElsewhere' }, 'NOT_FOUND NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND'],
]
