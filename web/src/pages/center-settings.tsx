import { lazy, Suspense, useState } from 'react'
import { Contact } from '../features/center/contact.tsx'
import { Devices } from '../features/center/devices.tsx'
import { LanguagePick } from '../features/center/language-pick.tsx'
import { ProfileForm } from '../features/center/profile-form.tsx'
import { SettingsFrame } from '../features/center/settings-frame.tsx'

const ChangePassword = lazy(() => import('../features/accounts/change-password.tsx').then((module) => ({ default: module.ChangePassword })))
const ChangeEmail = lazy(() => import('../features/accounts/change-email.tsx').then((module) => ({ default: module.ChangeEmail })))

/** The settings part of the personal centre. */
export const CenterSettings = () => {
  const [open, setOpen] = useState<'password' | 'email' | null>(null)
  const close = () => setOpen(null)
  return (
    <SettingsFrame>
      <ProfileForm />
      <Contact onPassword={() => setOpen('password')} onEmail={() => setOpen('email')} />
      <LanguagePick />
      <Devices />
      <Suspense>
        {open === 'password' && <ChangePassword onClose={close} />}
        {open === 'email' && <ChangeEmail onClose={close} />}
      </Suspense>
    </SettingsFrame>
  )
}
