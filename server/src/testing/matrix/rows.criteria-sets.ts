import type { Row } from './row.ts'

const kept = { title: '实验报告', criteria: [{ label: '过程', description: '', level_words: ['没有单位'] }] }
const archived = 'the guild is archived'

/** Sets of criteria: what `teacher other assistant helper admin | absent` get. */
export const staffCriteriaSetRows: readonly Row[] = [
  ['GET /api/admin/criteria_set/list', {}, 'g1 ok0 ok0 ok0 ok0'],
  ['GET /api/admin/criteria_set/list', { guild_id: '@guild' }, 'g1 NOT_FOUND g1 g1 g1 | NOT_FOUND'],
  ['POST /api/admin/criteria_set/create', { ...kept, guild_id: '@guild' }, 'ok1 NOT_FOUND ROLE ROLE ok1 | NOT_FOUND'],
  ['POST /api/admin/criteria_set/create', kept, 'ok1 ok1 ok1 ok1 ok1'],
  ['POST /api/admin/criteria_set/update', { id: '@criteriaSet', title: '新名字' }, 'ok0 NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/criteria_set/update', { id: '@criteriaSet', guild_id: '@guild' }, 'g0 NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/criteria_set/update', { id: '@criteriaSet', guild_id: '@elsewhere' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/criteria_set/remove', { id: '@criteriaSet' }, 'ok NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/criteria_set/create', { ...kept, guild_id: '@guild' }, 'ARCHIVED NOT_FOUND ROLE ROLE ARCHIVED | NOT_FOUND', archived],
]
