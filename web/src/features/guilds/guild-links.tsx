import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { BlockHead } from '@tongchuang/ui/block-head.tsx'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { overdueWords } from '../../locales/due-words.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-links.module.css'
import { InviteForm } from './invite-form.tsx'
import { categoriesQuery, guildListQuery } from './queries.ts'
import { byUrgency } from './standing.ts'

/** The most urgent task of a guild, or the number of open tasks. */
const NextHere = ({ guild }: { guild: GuildCard }) => {
  const { square, tasks, guilds } = useTexts()
  const { due_soon: due, open_task_count } = guild
  const language = useLanguage()
  const now = useNow(60)
  const late = due && overdueWords(due, tasks, now)
  if (guild.archived) return <small>{guilds.archived}</small>
  if (late) return <small className={styles.returned}>{late}</small>
  if (due?.state === 'returned') return <small className={styles.returned}>{square.returnedHere}</small>
  if (due?.due_at)
    return <small className={styles.due}>{square.dueSoon(formatMoment(due.due_at, language, now))}</small>
  return <small>{square.openHere(open_task_count)}</small>
}

/** The user's guilds in a few words each, the most urgent first. */
export const MyGuildLinks = () => {
  const { square } = useTexts()
  const { data, error, refetch } = useInfiniteQuery(guildListQuery({ scope: 'mine', limit: 20 }))
  const list = data && byUrgency(data.pages.flatMap((page) => page.list))
  if (list?.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="my-guilds">
      <BlockHead id="my-guilds" more={<Link to={paths.guilds()}>{square.allGuilds}</Link>}>
        {square.myGuilds}
      </BlockHead>
      {error && !data && <RegionError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList count={4} height={60} gap={4} />}
      <ul>
        {list?.slice(0, 6).map((guild) => (
          <li key={guild.id}>
            <Link className={styles.guild} to={paths.guild(guild)}>
              <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={40} />
              <span>
                <b>{guild.name}</b>
                <NextHere guild={guild} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The categories as tiles: each leads to its guilds, its emblems to one of them. */
export const CategoryTiles = () => {
  const { square } = useTexts()
  const { data, error, refetch } = useQuery(categoriesQuery)
  if (data?.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="categories">
      <BlockHead id="categories">{square.categories}</BlockHead>
      {error && !data && <RegionError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList count={8} height={44} gap={12} />}
      <ul>
        {data?.map((category) => (
          <li key={category.id} className={styles.category}>
            <Link to={paths.guilds(category.id)}>
              <b>{category.name}</b>
              <small>{category.description}</small>
            </Link>
            <span className={styles.emblems}>
              {category.guilds.slice(0, 2).map((guild) => (
                <Link key={guild.id} to={paths.guild(guild, guild.type)} aria-label={guild.name} title={guild.name}>
                  <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={34} />
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** For someone not yet in any guild: the two ways to join one. */
export const NoGuild = () => {
  const { square } = useTexts()
  return (
    <section className={styles.nothing}>
      <EmptyState
        title={square.noGuild}
        action={
          <div className={styles.ways}>
            <InviteForm />
            <Link className={buttonClass()} to={paths.guilds()}>
              {square.browse}
            </Link>
          </div>
        }
      >
        {square.noGuildHint}
      </EmptyState>
    </section>
  )
}
