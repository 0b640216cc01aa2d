import { adminPaths, guildTabs, paths } from '@tongchuang/contract/paths.ts'
import type { GuildTab } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { basePath } from '@tongchuang/ui/site.ts'
import { Tabs } from '@tongchuang/ui/tabs.tsx'
import { ArrowUpRight, Presentation } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './guilds.module.css'
import type { Guild } from './queries.ts'

/** The heading of a guild, with links to its parts. */
export const GuildHead = ({ guild, tab }: { guild: Guild; tab: GuildTab }) => {
  const { guilds, shell } = useTexts()
  const counts: Partial<Record<GuildTab, number>> = { members: guild.member_count, requests: guild.pending_count }
  return (
    <>
      <header className={styles.top}>
        <div className={styles.who}>
          <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={56} />
          <div>
            <h1>{guild.name}</h1>
            <p>{guilds.lead(guild.category, guild.member_count)}</p>
          </div>
          {guild.demo && <span className={styles.demo}>{shell.demo}</span>}
        </div>
        <div className={styles.actions}>
          {guild.status === 'active' && (
            <Link className={buttonClass('plain')} to={adminPaths.invite(guild.id)}>
              <Presentation size={16} aria-hidden />
              {guilds.project}
            </Link>
          )}
          <a className={buttonClass('plain')} href={basePath() + paths.guild({ id: guild.id })}>
            <ArrowUpRight size={16} aria-hidden />
            {guilds.studentView}
          </a>
        </div>
      </header>
      {guild.status === 'archived' && <p className={styles.note}>{guilds.archivedNote}</p>}
      <Tabs label={guilds.parts(guild.name)}>
        {guildTabs.map((name) => (
          <Link key={name} to={adminPaths.guild(guild.id, name)} aria-current={name === tab ? 'page' : undefined}>
            {guilds.tabs[name]}
            {counts[name] ? <i>{counts[name]}</i> : null}
          </Link>
        ))}
      </Tabs>
    </>
  )
}
