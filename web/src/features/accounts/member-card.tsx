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
  const { accounts, registering } = useTexts()
  const name = nickname || username
  return (
    <aside className={styles.side} aria-label={registering.othersSee}>
      <div className={styles.card}>
        <span className={styles.clip} aria-hidden />
        <div className={styles.who}>
          <span className={styles.sign} style={hueStyle('music')} aria-hidden>
            {name ? signOf(name) : '·'}
          </span>
          <span>
            <b>{name || registering.cardName}</b>
            <span>{username || registering.cardUser}</span>
          </span>
        </div>
        <dl>
          <dt>{registering.cardGuild}</dt>
          <dd>
            {guild && <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={28} />}
            {guild?.name ?? registering.cardNoGuild}
          </dd>
          <dt>{registering.cardLevel}</dt>
          <dd>{registering.cardLevelOne}</dd>
        </dl>
      </div>
      <section className={styles.sees}>
        <h2>{registering.whoSees}</h2>
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
