import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { criteriaSetsAdmin, maxCriteriaSets } from '@tongchuang/contract/criteria-sets.admin.ts'
import { providersAdmin } from '@tongchuang/contract/providers.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { mostRobots, robotsAdmin } from '@tongchuang/contract/robots.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aBanner } from './banners/factory.ts'
import { aCategory, aGuild, aPersonIn } from './guilds/factory.ts'
import { aRobot } from './guilds/robots/factory.ts'
import { aProvider } from './providers/factory.ts'
import { mostProviders } from './providers/store.ts'
import { MAX_COMMENTS } from './reviews/comment-store.ts'
import { reasonOf } from './testing/refusal.ts'
import { testApp, type School } from './testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp({ config: { baseUrl: 'https://school.example' } })
})
afterAll(() => school.close())

const now = Date.parse('2026-10-12T01:00:00.000Z')
const db = () => school.app.db
const rowsOf = async (table: 'saved_comments' | 'criteria_sets' | 'chapters' | 'guild_robots') =>
  (await db().selectFrom(table).select('id').execute()).length

/** A limited resource: fills it up to the last place, and tells how to request one more. */
type Limit = {
  what: string
  most: number
  fill: (times: number) => Promise<() => Promise<unknown>>
  count: () => Promise<number>
}

const asTeacher = async () => {
  const guild = await aGuild(db())
  const teacher = await aPersonIn(db(), { guild_id: guild.id, role: 'teacher' })
  return { guild_id: guild.id, user_id: teacher.id, as: school.as(teacher, { audience: 'admin', role: 'teacher' }) }
}
const asAdmin = async () => school.as(await aUser(db(), { roles: ['admin'] }), { audience: 'admin', role: 'admin' })

const limits: Limit[] = [
  {
    what: 'comments a teacher keeps',
    most: MAX_COMMENTS,
    fill: async (times) => {
      const { user_id, as } = await asTeacher()
      const comment = { user_id, guild_id: null, text: '写得很清楚。', created_at: now }
      await db()
        .insertInto('saved_comments')
        .values(Array.from({ length: times }, () => comment))
        .execute()
      return () => as(reviewToolsAdmin.addComment, { text: '数据的来源要写上。' })
    },
    count: () => rowsOf('saved_comments'),
  },
  {
    what: 'sets of criteria a teacher keeps',
    most: maxCriteriaSets,
    fill: async (times) => {
      const { user_id, as } = await asTeacher()
      const criteria = [{ label: '内容', description: '', level_words: [] }]
      const set = { user_id, guild_id: null, title: '作文', criteria: JSON.stringify(criteria), created_at: now }
      await db()
        .insertInto('criteria_sets')
        .values(Array.from({ length: times }, () => set))
        .execute()
      return () => as(criteriaSetsAdmin.create, { title: '实验报告', criteria })
    },
    count: () => rowsOf('criteria_sets'),
  },
  {
    what: 'chapters of a guild',
    most: 60,
    fill: async (times) => {
      const { guild_id, as } = await asTeacher()
      await db()
        .insertInto('chapters')
        .values(
          Array.from({ length: times }, (_, sort_order) => ({ guild_id, title: `第${sort_order}章`, sort_order })),
        )
        .execute()
      return () => as(taskListsAdmin.saveChapter, { guild_id, title: '最后一章' })
    },
    count: () => rowsOf('chapters'),
  },
  {
    what: 'robots of a guild',
    most: mostRobots,
    fill: async (times) => {
      const { guild_id, as } = await asTeacher()
      for (let n = 0; n < times; n += 1) await aRobot(db(), school.app.config.secret, { guild_id })
      let asked = 0
      return () => {
        asked += 1
        const secret_address = `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=f81d4fae-7dec-11d0-a765-00a0c91e6bf${asked}`
        const quiet = { quiet_from: 0, quiet_until: 0, titles: false, language: 'zh-CN' as const }
        return as(robotsAdmin.save, { guild_id, kind: 'wecom', name: '群', events: [], secret_address, ...quiet })
      }
    },
    count: () => rowsOf('guild_robots'),
  },
  {
    what: 'banners of the square',
    most: 100,
    fill: async (times) => {
      for (let n = 0; n < times; n += 1) await aBanner(db())
      const admin = await asAdmin()
      const open = { image_file_id: null, guild_id: null, begin_at: null, end_at: null, visible: true }
      return () => admin(bannersAdmin.save, { title: '运动会', art: 'flags', alt: '旗子', ...open })
    },
    count: async () => (await (await asAdmin())(bannersAdmin.list, {})).length,
  },
  {
    what: 'categories of guilds',
    most: 200,
    fill: async (times) => {
      for (let n = 0; n < times; n += 1) await aCategory(db())
      const admin = await asAdmin()
      return () => admin(categoriesAdmin.save, { name: '竞赛', hue: 'tech', visible: true })
    },
    count: async () => (await (await asAdmin())(categoriesAdmin.list, {})).length,
  },
  {
    what: 'other log-ins of the school',
    most: mostProviders,
    fill: async (times) => {
      for (let n = 0; n < times; n += 1) await aProvider(db(), school.app.config.secret, { kind: 'cas' })
      const admin = await asAdmin()
      const address = 'https://cas.school.example/cas'
      const own = {
        client_id: '',
        agent_id: '',
        scopes: '',
        number_claim: 'user',
        number_trusted: false,
        name_claim: '',
      }
      const rest = { enabled: true, sign_in_address: '', accepted_acr: [], makes_accounts: false, is_silent: false }
      return () => admin(providersAdmin.save, { kind: 'cas', name: '统一身份认证', address, ...own, ...rest })
    },
    count: async () => (await db().selectFrom('login_providers').select('id').execute()).length,
  },
]

test.each(limits)(
  'of five concurrent requests for the last of the $what one succeeds',
  async ({ most, fill, count }) => {
    const press = await fill(most - 1)
    const reasons = await Promise.all(Array.from({ length: 5 }, () => reasonOf(press())))
    expect(await count()).toBe(most)
    expect(reasons.filter((reason) => reason === 'done')).toHaveLength(1)
    expect(new Set(reasons).size).toBe(2)
  },
)
