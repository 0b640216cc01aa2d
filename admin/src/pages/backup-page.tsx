import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { Backups, MakeBackup } from '../features/backup/backups.tsx'
import { useTexts } from '../locales/texts.ts'

/** /admin/backup: every night one copy of everything, and one whenever an administrator asks. */
export const BackupPage = () => {
  const { shell } = useTexts()
  return (
    <>
      <PageHead title={shell.titles.backup}>
        <MakeBackup />
      </PageHead>
      <Backups />
    </>
  )
}
