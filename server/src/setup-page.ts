import { here } from './commands-here.ts'
import { adminMount, adminPages } from '@tongchuang/contract/paths.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { Db } from './db/schema.ts'
import { languageOf } from './http/language.ts'
import { sendPlainPage } from './http/problem-page.ts'
import type { Site } from './http/static.ts'
import { setupMinutes } from './setup-link.ts'

const words: Record<Language, { lang: string; title: string; text: string }> = {
  'zh-CN': {
    lang: 'zh-CN',
    title: '这里还没有设置好',
    text: `<p>请打开启动时打印的设置链接，${setupMinutes}分钟内有效；过期了就重新启动，会打印新的。</p><p>也可以在服务器上运行<br><code>${here.cli} admin create</code></p>`,
  },
  'en-US': {
    lang: 'en',
    title: 'Not set up yet',
    text: `<p>Open the set-up link that was printed at the start, within ${setupMinutes} minutes; after that, start again for a new one.</p><p>Or run on the server<br><code>${here.cli} admin create</code></p>`,
  },
}

const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * The sites of a school without users: instead of a log-in that works for nobody, their pages explain how to set it up.
 * The database is queried until there is a user, and never after that.
 */
export const untilSetUp = (db: Db, sites: readonly Site[]): Site[] => {
  let waits = true
  return sites.map((site) => ({
    ...site,
    instead: async (path, request, reply) => {
      const isWayIn = site.mount === adminMount && path === adminPages.setup
      if (!waits || isWayIn) return null
      waits = await isEmpty(db)
      if (!waits) return null
      const language = languageOf(request.headers['accept-language'])
      return sendPlainPage(reply.header('cache-control', 'no-store'), { status: 200, ...words[language] })
    },
  }))
}
