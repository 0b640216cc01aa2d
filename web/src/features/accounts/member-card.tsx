import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { signOf } from '@tongchuang/ui/avatar.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './member-card.module.css'
import type { Invited } from './use-invite.ts'

/** What classmates will see of a new student, and who sees what. */
export const MemberCard = ({
  nickname,
  username,
  guild,
}: {
  nickname: string
  username: string
  guild: Invited | null
}) => {
  const { accounts } = useTexts()
  const name = nickname || username
  return (
    <aside className={styles.side} aria-label={accounts.othersSee}>
      <div className={styles.card}>
        <span className={styles.clip} aria-hidden />
        <div className={styles.who}>
          <span className={styles.sign} style={hueStyle('music')} aria-hidden>
            {name ? signOf(name) : '·'}
          </span>
          <span>
            <b>{name || accounts.cardName}</b>
            <span>{username || accounts.cardUser}</span>
          </span>
        </div>
        <dl>
          <dt>{accounts.cardGuild}</dt>
          <dd>
            {guild && <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={28} />}
            {guild?.name ?? accounts.cardNoGuild}
          </dd>
          <dt>{accounts.cardLevel}</dt>
          <dd>{accounts.cardLevelOne}</dd>
        </dl>
      </div>
      <section className={styles.sees}>
        <h2>{accounts.whoSees}</h2>
        <dl>
          {accounts.sees.map(([who, what]) => (
            <div key={who}>
              <dt>{who}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </section>
    </aside>
  )
}
