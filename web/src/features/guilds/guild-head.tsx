import { IconButton } from '@tongchuang/ui/button.tsx'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { serverNow } from '@tongchuang/ui/server-clock.ts'
import { formatDay } from '@tongchuang/ui/time.ts'
import { Ellipsis, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-head.module.css'
import { LeaveDialog } from './leave-dialog.tsx'
import type { Guild } from './queries.ts'

/** The head of a guild: emblem, name and facts, and for members a menu to leave it. */
export const GuildHead = ({ guild, joinedAt }: { guild: Guild; joinedAt: string | null }) => {
  const { guilds } = useTexts()
  const language = useLanguage()
  const [leaving, setLeaving] = useState(false)
  const facts = [
    guild.archived ? guilds.archivedHere : '',
    guild.category,
    guild.teacher && guilds.teacher(guild.teacher),
    guilds.members(guild.member_count, guild.capacity),
  ]
  // Until the day is known, today's date reserves its space.
  const joined = guild.my_status === 'member' && guilds.joinedSince(formatDay(joinedAt ?? serverNow(), language))
  const mayLeave = guild.my_status === 'member' && guild.my_role === 'student'
  return (
    <header className={styles.head} style={hueStyle(guild.hue)}>
      <div className={styles.paper}>
        {guild.cover ? (
          <img src={guild.cover} alt="" />
        ) : (
          <Drawing size="corner" subject={guild.subject} hue={guild.hue} id={guild.id} className={styles.drawing} />
        )}
      </div>
      <div className={styles.who}>
        <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={108} />
        <div>
          <h1>{guild.name}</h1>
          <p className={styles.intro}>{guild.motto || guild.intro}</p>
          <p className={styles.facts}>
            {facts.filter(Boolean).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            {joined && <span style={joinedAt ? undefined : { visibility: 'hidden' }}>{joined}</span>}
          </p>
        </div>
      </div>
      {mayLeave && (
        <div className={styles.menu}>
          <Popover
            label={guilds.manage}
            className={styles.panel ?? ''}
            button={(trigger) => (
              <IconButton label={guilds.manage} className={styles.more} {...trigger}>
                <Ellipsis size={22} aria-hidden />
              </IconButton>
            )}
          >
            {(close) => (
              <button
                type="button"
                className={styles.leave}
                onClick={() => {
                  close()
                  setLeaving(true)
                }}
              >
                <LogOut size={18} aria-hidden />
                {guilds.leave}
              </button>
            )}
          </Popover>
        </div>
      )}
      {leaving && <LeaveDialog guild={guild} onClose={() => setLeaving(false)} />}
    </header>
  )
}
