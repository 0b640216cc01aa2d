import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { FirstPassword } from '../features/accounts/first-password.tsx'
import { useTexts } from '../locales/texts.ts'

/** Replaces every page until a password given by a teacher has been changed. */
export const FirstPasswordPage = () => {
  usePageTitle(useTexts().shell.titles.password)
  return <FirstPassword />
}
