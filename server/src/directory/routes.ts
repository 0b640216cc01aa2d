import { directory } from '@tongchuang/contract/directory.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { guildCards } from './cards.ts'
import { asStaff, classDetail } from './class-detail.ts'
import { countsByType } from './rules.ts'
import { findGuildPage, guildsByCategory, listCategories, listGuilds, listStaff, tasksOf } from './store.ts'

const guildsPerCategory = 6

type Category = Awaited<ReturnType<typeof listCategories>>[number]
type Ranked = Awaited<ReturnType<typeof guildsByCategory>>[number]

/** A category with its guilds and, of a category above others, theirs. */
const categoryWith = (category: Category, all: readonly Category[], guilds: ReadonlyMap<number, Ranked[]>) => {
  const below = all.filter(({ pid }) => pid === category.id)
  const lists = [category, ...below].map(({ id }) => guilds.get(id) ?? [])
  const shown = lists.flat().slice(0, guildsPerCategory)
  return {
    ...category,
    cover: '',
    guild_count: lists.reduce((sum, [first]) => sum + Number(first?.in_category ?? 0), 0),
    guilds: shown.map(({ my_status, ...guild }) => ({ ...guild, type: 'all' as const, cover: '', my_status: my_status ?? ('none' as const) })),
  }
}

/** Guilds as students meet them: tiles, cards, the public face and the inside. */
export const directoryRoutes = (app: App): void => {
  const { db } = app

  implement(app, directory, {
    categories: async (_input, { user_id }) => {
      const categories = await listCategories(db)
      const guilds = Map.groupBy(await guildsByCategory(db, user_id, guildsPerCategory), ({ category_id }) => category_id)
      return categories.map((category) => categoryWith(category, categories, guilds))
    },

    guilds: async ({ scope, cate_id, keyword, ...page }, { user_id, now }) => {
      const filter = { ...(scope && { scope }), ...(cate_id && { cate_id }), ...(keyword && { keyword }) }
      const found = await listGuilds(db, user_id, filter, page)
      return { ...found, list: await guildCards(db, found.list, user_id, now) }
    },

    guild: async ({ guild_id }, { user_id, now }) => {
      const guild = await findGuildPage(db, guild_id, user_id)
      if (!guild) throw fail('NOT_FOUND')
      const [card] = await guildCards(db, [guild], user_id, now)
      const staff = await listStaff(db, guild_id)
      const tasks = await tasksOf(db, [guild_id])
      return {
        ...card!,
        description_html: guild.description_html,
        staff: staff.map(({ nickname, title, role }) => ({ nickname, title, role: asStaff(role) })),
        task_counts: countsByType(tasks, now),
      }
    },

    classDetail: async ({ guild_id }, caller) => {
      const guild = await findGuildPage(db, guild_id, caller.user_id)
      if (guild?.my_status !== 'member') throw fail('NOT_FOUND')
      return classDetail(app, guild, caller)
    },
  })
}
