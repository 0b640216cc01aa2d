import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { currentTexts, switchLanguage, useTexts } from '../../locales/texts.ts'
import { useUpdateProfile } from './queries.ts'
import { SettingsPart } from './settings-part.tsx'

/** The language of the pages, and of the notices the account gets. */
export const LanguagePick = () => {
  const { shell, center } = useTexts()
  const language = useLanguage()
  const client = useQueryClient()
  const update = useUpdateProfile()
  const change = async (next: typeof language) => {
    if (next === language) return
    if (!(await switchLanguage(next))) return
    showToast(currentTexts()?.center.languageChanged ?? '', 'success')
    // The server returns its sentences in the language of the request, so everything is read again.
    await update.mutateAsync({ locale: next }).catch((error: unknown) => showToast(failureText(error)))
    await client.invalidateQueries()
  }
  return (
    <SettingsPart title={center.language} hint={center.languageHint}>
      <Pick
        label={center.language}
        value={language}
        items={(['zh-CN', 'en-US'] as const).map((value) => ({
          value,
          label: shell.languageNames[value],
          lang: value,
        }))}
        onChange={(next) => void change(next)}
      />
    </SettingsPart>
  )
}
