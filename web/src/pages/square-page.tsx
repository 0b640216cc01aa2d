import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useMedia } from '@tongchuang/ui/use-media.ts'
import { useSite } from '@tongchuang/ui/site.ts'
import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Banner } from '../features/banners/banner.tsx'
import { bannersQuery } from '../features/banners/queries.ts'
import { Level } from '../features/center/level.tsx'
import { CategoryTiles, MyGuildLinks, NoGuild } from '../features/guilds/guild-links.tsx'
import { Invitations } from '../features/guilds/invitations.tsx'
import { guildNamesQuery } from '../queries/guild-names.ts'
import { RankingBlock } from '../features/rankings/ranking-block.tsx'
import { Deadlines } from '../features/tasks/deadlines.tsx'
import { doingQuery } from '../features/tasks/queries.ts'
import { Greeting } from '../features/tasks/greeting.tsx'
import { NewTasks } from '../features/tasks/new-tasks.tsx'
import { RecentWorks } from '../features/works/recent-works.tsx'
import { useTexts } from '../locales/texts.ts'
import styles from './two-columns.module.css'

/** Loads the data for the top of the square. */
export const squareReads = (client: QueryClient): Promise<void>[] => [
  client.prefetchQuery(guildNamesQuery),
  client.prefetchQuery(doingQuery()),
  client.prefetchQuery(bannersQuery),
]

/** The start page of the day: what is due next, what is going on, what is new. */
export const SquarePage = () => {
  const names = useQuery(guildNamesQuery)
  const guilds = names.data
  const { guilds: words } = useTexts()
  const noGuild = guilds?.length === 0
  // If the rankings cover the whole school, someone without a guild sees them too.
  const site = useSite()
  const showsRankings = !noGuild || site?.rankings === 'site'
  // In one column the rankings come before the works, as they are read; in two they stand at the side.
  const isNarrow = useMedia('(max-width: 900px)')
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <Greeting noGuild={noGuild} />
        <ReadFailure of={names} what={words.mineFailed} />
        <Invitations />
        {noGuild ? <NoGuild /> : <Deadlines />}
        <Banner />
        {!noGuild && <NewTasks guildCount={guilds?.length} />}
        {showsRankings && isNarrow && <RankingBlock />}
        <RecentWorks />
      </div>
      <aside className={styles.side}>
        {showsRankings && !isNarrow && <RankingBlock />}
        <div className={styles.card}>
          <Level />
        </div>
        <MyGuildLinks />
        <CategoryTiles />
      </aside>
    </div>
  )
}
