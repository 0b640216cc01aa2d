import { catalog } from '@tongchuang/contract/catalog.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { instantOf } from '@tongchuang/ui/wall-clock.ts'
import { queryOptions } from '@tanstack/react-query'
import { guildsKey, myVersionsKey } from '../../queries/keys.ts'
import type { OwnVersion } from './works-of-term.ts'

/** Five hundred versions are more than anybody hands in within a term. */
const mostPages = 5

/** Everything handed in, newest first. */
export const ownVersionsQuery = queryOptions({
  queryKey: [...myVersionsKey, 'booklet'],
  queryFn: async () => {
    const all: OwnVersion[] = []
    let after: string | null = ''
    for (let page = 0; page < mostPages && after !== null; page += 1) {
      const { list, next }: { list: OwnVersion[]; next: string | null } = await sendQuietly(submissions.mine, {
        limit: 100,
        ...(after ? { after } : {}),
      })
      all.push(...list)
      after = next
    }
    return all
  },
})

/** The current term, read from the user's first guild; it is the same for the whole school. */
export const termQuery = queryOptions({
  queryKey: [...guildsKey, 'term'],
  queryFn: async () => {
    const [guild] = await sendQuietly(guilds.names)
    if (!guild) return null
    const { term } = await sendQuietly(catalog.classDetail, { guild_id: guild.id })
    const from = term && instantOf(`${term.begin}T00:00`)
    const to = term && instantOf(`${term.end}T23:59`)
    return term && from && to ? { name: term.name, from: Date.parse(from), to: Date.parse(to) + 59_999 } : null
  },
})
