import { pageTitle, usePageTitle } from '@tongchuang/ui/page-title.ts'
import { useEffect } from 'react'
import { FirstPassword } from '../features/account/first-password.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { useTexts } from '../locales/texts.ts'

/** Replaces every page until a password given by an administrator has been changed. */
export const FirstPasswordPage = ({ onLeave }: { onLeave: () => void }) => {
  usePageTitle(useTexts().account.firstPassword)
  // The page that follows has the same address and its own title.
  useEffect(() => () => pageTitle.set(null), [])
  return (
    <AuthFrame>
      <FirstPassword onLeave={onLeave} />
    </AuthFrame>
  )
}
