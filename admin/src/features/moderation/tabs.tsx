import { adminPages, adminPaths, moderationTabs } from '@tongchuang/contract/paths.ts'
import type { ModerationTab } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { Tabs } from '@tongchuang/ui/tabs.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'

/** The heading of the page with its tabs, which keep the chosen guild. */
export const ModerationHead = ({ tab, guild }: { tab: ModerationTab; guild: string | null }) => {
  const { moderation, shell } = useTexts()
  return (
    <>
      <PageHead title={shell.titles.moderation}>
        {tab === 'works' && (
          <Link className={buttonClass('plain', 'small')} to={adminPages.certificates}>
            {shell.titles.certificates}
          </Link>
        )}
      </PageHead>
      <Tabs label={shell.titles.moderation}>
        {moderationTabs.map((name) => (
          <Link key={name} to={adminPaths.moderation(name, guild)} aria-current={name === tab ? 'page' : undefined}>
            {moderation.tabs[name]}
          </Link>
        ))}
      </Tabs>
    </>
  )
}
