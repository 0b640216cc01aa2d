import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { RolePicker } from '../features/accounts/role-picker.tsx'
import { useTexts } from '../locales/texts.ts'

/** Replaces every page for an account without the role of a student. */
export const RolePage = () => {
  usePageTitle(useTexts().shell.titles.role)
  return <RolePicker />
}
