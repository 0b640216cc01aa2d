import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { Backups, MakeBackup } from '../features/backup/backups.tsx'
import { useTexts } from '../locales/texts.ts'

/** /admin/backup: the nightly backups, and making one on request. */
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
