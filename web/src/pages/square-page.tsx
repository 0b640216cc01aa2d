import { useQuery } from '@tanstack/react-query'
import { Banner } from '../features/banners/banner.tsx'
import { Level } from '../features/center/level.tsx'
import { CategoryTiles, MyGuildLinks, NoGuild } from '../features/guilds/guild-links.tsx'
import { namesQuery } from '../features/guilds/queries.ts'
import { RankingBlock } from '../features/rankings/ranking-block.tsx'
import { Deadlines } from '../features/tasks/deadlines.tsx'
import { Greeting } from '../features/tasks/greeting.tsx'
import { NewTasks } from '../features/tasks/new-tasks.tsx'
import { RecentWorks } from '../features/works/recent-works.tsx'
import styles from './two-columns.module.css'

/** Where a day begins: what is due next, what is going on, what is new. */
export const SquarePage = () => {
  const guilds = useQuery(namesQuery).data
  const noGuild = guilds?.length === 0
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <Greeting noGuild={noGuild} />
        {noGuild ? <NoGuild /> : <Deadlines />}
        <Banner />
        {!noGuild && <NewTasks guildCount={guilds?.length} />}
        <RecentWorks />
      </div>
      <aside className={styles.side}>
        {!noGuild && <RankingBlock />}
        <div className={styles.card}>
          <Level />
        </div>
        <MyGuildLinks />
        <CategoryTiles />
      </aside>
    </div>
  )
}
