import { Button } from '@tongchuang/ui/button.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { useTexts } from '../../locales/texts.ts'
import { SettingsPart, SettingsRow } from './settings-part.tsx'

type Props = { onPassword: () => void; onEmail: () => void }

/** The log-in name and contact data; the e-mail address can be changed if the site sends mail. */
export const Contact = ({ onPassword, onEmail }: Props) => {
  const { accounts, center } = useTexts()
  const me = useProfile()
  const site = useSite()
  // The address came from a list or a form and was never confirmed by its owner.
  const isContact = me.email !== '' && !me.certification
  return (
    <SettingsPart title={center.contact} hint={center.contactHint}>
      <SettingsRow title={center.username} text={me.username} />
      {me.mobile && <SettingsRow title={center.mobile} text={me.mobile} />}
      {(me.email || site?.mail) && (
        <SettingsRow
          title={accounts.email}
          text={isContact ? center.emailUnconfirmed(me.email, site?.mail ?? false) : me.email || center.none}
        >
          {site?.mail && (
            <Button
              size="small"
              tone={isContact ? 'primary' : 'plain'}
              aria-label={isContact ? center.confirmEmail : center.changeOf(accounts.email)}
              onClick={onEmail}
            >
              {isContact ? center.confirm : center.change}
            </Button>
          )}
        </SettingsRow>
      )}
      <SettingsRow title={center.password} text={center.passwordHint}>
        <Button size="small" aria-label={center.changeOf(center.password)} onClick={onPassword}>
          {center.change}
        </Button>
      </SettingsRow>
    </SettingsPart>
  )
}
