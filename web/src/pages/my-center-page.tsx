import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { FiveValues } from '../features/center/five-values.tsx'
import { MyGuilds } from '../features/center/my-guilds.tsx'
import { ProfileHead } from '../features/center/profile-head.tsx'
import { MyWork } from '../features/tasks/my-work.tsx'
import { useTexts } from '../locales/texts.ts'
import styles from './my-center-page.module.css'

const CenterSettings = lazy(() => import('./center-settings.tsx').then((module) => ({ default: module.CenterSettings })))

/** The personal centre: who I am and how far, my work by state, the five values; settings at an address of their own. */
export const MyCenterPage = () => {
  const { shell, center } = useTexts()
  const [params] = useSearchParams()
  const isSettings = params.get('tab') === 'settings'
  usePageTitle(isSettings ? center.settings : shell.titles.center)
  if (isSettings)
    return (
      <Suspense>
        <CenterSettings />
      </Suspense>
    )
  return (
    <>
      <ProfileHead>
        <MyGuilds />
      </ProfileHead>
      <div className={styles.columns}>
        <MyWork />
        <FiveValues />
      </div>
    </>
  )
}
