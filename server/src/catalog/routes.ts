import { catalog } from '@tongchuang/contract/catalog.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { nameless } from '../guilds/nameless.ts'
import { implement } from '../http/implement.ts'
import { guildCards } from './cards.ts'
import { asStaff, classDetail } from './class-detail.ts'
import { countsByType, firstGuilds } from './rules.ts'
import {
  countByCategory,
  findGuildPage,
  largestByCategory,
  listCategories,
  listGuilds,
  listStaff,
  ownByCategory,
  tasksOf,
  type CategoryGuild,
} from './store.ts'

const guildsPerCategory = 6

type Category = Awaited<ReturnType<typeof listCategories>>[number]
type Guilds = {
  own: readonly CategoryGuild[]
  largest: readonly CategoryGuild[]
  publicOnes: ReadonlyMap<number, number>
}

/** A category with its guilds and, for a parent category, those of its children. */
const categoryWith = (category: Category, all: readonly Category[], { own, largest, publicOnes }: Guilds) => {
  const ids = [category.id, ...all.filter(({ pid }) => pid === category.id).map(({ id }) => id)]
  const within = (guilds: readonly CategoryGuild[], id: number) =>
    guilds.filter(({ category_id }) => category_id === id)
  const lists = ids.map((id) => firstGuilds([...within(own, id), ...within(largest, id)], guildsPerCategory))
  const hidden = own.filter(({ category_id, visibility }) => ids.includes(category_id) && visibility !== 'public')
  return {
    ...category,
    cover: '',
    guild_count: ids.reduce((sum, id) => sum + (publicOnes.get(id) ?? 0), hidden.length),
    guilds: lists
      .flat()
      .slice(0, guildsPerCategory)
      .map(({ my_status, ...guild }) => ({
        ...guild,
        type: 'all' as const,
        cover: '',
        my_status: my_status ?? ('none' as const),
      })),
  }
}

/** Guilds as students see them: tiles, cards, the public page and the members' page. */
export const catalogRoutes = (app: App): void => {
  const { db } = app

  implement(app, catalog, {
    categories: async (_input, { user_id }) => {
      const categories = await listCategories(db)
      const guilds = {
        own: await ownByCategory(db, user_id),
        largest: await largestByCategory(db, user_id, guildsPerCategory),
        publicOnes: await countByCategory(db),
      }
      return categories.map((category) => categoryWith(category, categories, guilds))
    },

    guilds: async ({ scope, cate_id, keyword, ...page }, { user_id, now }) => {
      const filter = { ...(scope && { scope }), ...(cate_id && { cate_id }), ...(keyword && { keyword }) }
      const found = await listGuilds(db, user_id, filter, page)
      return { ...found, list: await guildCards(db, found.list, user_id, now) }
    },

    guild: async ({ guild_id }, { user_id, language, now }) => {
      const guild = await findGuildPage(db, guild_id, user_id)
      if (!guild) throw fail('NOT_FOUND')
      const [card] = await guildCards(db, [guild], user_id, now)
      const staff = await listStaff(db, guild_id, user_id)
      const tasks = await tasksOf(db, [guild_id])
      return {
        ...card!,
        description_html: guild.description_html,
        staff: staff.map(({ nickname, title, role }) => ({
          nickname: nickname ?? nameless(language),
          title,
          role: asStaff(role),
        })),
        task_counts: countsByType(tasks, now),
      }
    },

    classDetail: async ({ guild_id, announcements }, caller) => {
      const guild = await findGuildPage(db, guild_id, caller.user_id)
      if (guild?.my_status !== 'member') throw fail('NOT_FOUND')
      return classDetail(app, guild, caller, announcements)
    },
  })
}
