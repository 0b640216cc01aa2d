import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './invite-field.module.css'
import type { Invited } from './use-invite.ts'

type Props = {
  value: string
  onChange: (code: string) => void
  required: boolean
  error: string | undefined
  guild: Invited | null
  looking: boolean
}

/** An invite code; a complete one shows at once which guild it opens. */
export const InviteField = ({ value, onChange, required, error, guild, looking }: Props) => {
  const { registering } = useTexts()
  return (
    <Field
      label={registering.invite}
      aside={required ? undefined : registering.inviteOptional}
      name="invite"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={20}
      className={styles.code}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      hint={
        <output>
          {guild ? (
            <span className={styles.found} style={hueStyle(guild.hue)}>
              <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={44} />
              <span className={styles.words}>
                <b>{guild.name}</b>
                <small>{registering.inviteFound(guild.teacher, guild.member_count)}</small>
              </span>
              <StateMark state={guild.full ? 'failed' : 'passed'}>
                {guild.full ? registering.inviteFull : registering.inviteValid}
              </StateMark>
            </span>
          ) : (
            looking && registering.inviteChecking
          )}
        </output>
      }
    />
  )
}
