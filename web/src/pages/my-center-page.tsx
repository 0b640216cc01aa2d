import { paths } from '@tongchuang/contract/paths.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { titleWith, usePageTitle } from '@tongchuang/ui/page-title.ts'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Activity } from '../features/center/activity.tsx'
import { FiveValues } from '../features/center/five-values.tsx'
import { MyGuilds } from '../features/center/my-guilds.tsx'
import { ProfileHead } from '../features/center/profile-head.tsx'
import { MyWork, shownWork } from '../features/tasks/my-work.tsx'
import { MyShelf } from '../features/works/my-shelf.tsx'
import { useTexts } from '../locales/texts.ts'
import styles from './my-center-page.module.css'

const SettingsFrame = lazyPart(() =>
  import('../features/center/settings-frame.tsx').then((module) => module.SettingsFrame),
)
const ProfileForm = lazyPart(() => import('../features/center/profile-form.tsx').then((module) => module.ProfileForm))
const Contact = lazyPart(() => import('../features/center/contact.tsx').then((module) => module.Contact))
const LanguagePick = lazyPart(() =>
  import('../features/center/language-pick.tsx').then((module) => module.LanguagePick),
)
const Devices = lazyPart(() => import('../features/center/devices.tsx').then((module) => module.Devices))
const RankingPart = lazyPart(() => import('../features/center/ranking-part.tsx').then((module) => module.RankingPart))
const NoticesPart = lazyPart(() => import('../features/center/notices-part.tsx').then((module) => module.NoticesPart))
const CalendarPart = lazyPart(() =>
  import('../features/center/calendar-part.tsx').then((module) => module.CalendarPart),
)
const SchoolAccounts = lazyPart(() =>
  import('../features/center/school-accounts.tsx').then((module) => module.SchoolAccounts),
)
const DataPart = lazyPart(() => import('../features/center/data-part.tsx').then((module) => module.DataPart))
const Movements = lazyPart(() => import('../features/center/movements.tsx').then((module) => module.Movements))
const BookletPage = lazyPart(() => import('../features/booklet/booklet-page.tsx').then((module) => module.BookletPage))
const CertificateSheet = lazyPart(() =>
  import('../features/certificates/certificate-sheet.tsx').then((module) => module.CertificateSheet),
)
const ChangePassword = lazyPart(() =>
  import('../features/accounts/change-password.tsx').then((module) => module.ChangePassword),
)
const ChangeEmail = lazyPart(() => import('../features/accounts/change-email.tsx').then((module) => module.ChangeEmail))

/** The settings part, loaded when it is opened. */
const CenterSettings = () => {
  const [open, setOpen] = useState<'password' | 'email' | null>(null)
  const close = () => setOpen(null)
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <SettingsFrame>
        <ProfileForm />
        <Contact onPassword={() => setOpen('password')} onEmail={() => setOpen('email')} />
        <SchoolAccounts />
        <RankingPart />
        <NoticesPart />
        <CalendarPart />
        <LanguagePick />
        <Devices />
        <DataPart />
      </SettingsFrame>
      <Suspense>
        {open === 'password' && <ChangePassword onClose={close} />}
        {open === 'email' && <ChangeEmail onClose={close} />}
      </Suspense>
    </Suspense>
  )
}

/**
 * The personal center: the user's profile and progress, works by state, and the five values; settings have an address
 * of their own.
 */
export const MyCenterPage = () => {
  const { shell, center } = useTexts()
  const [params] = useSearchParams()
  const tab = params.get('tab')
  const list = shownWork(tab)
  const narrowed = list === 'doing' ? shell.titles.center : titleWith(shell.titles.center, [center.tabs[list]])
  const ledger = titleWith(center.ledgerTitle, [params.get('of') === 'score' && center.ledgers.score])
  const listed = tab === 'booklet' ? center.booklet : narrowed
  usePageTitle(tab === 'settings' ? center.settings : tab === 'ledger' ? ledger : listed)
  if (tab === 'settings') return <CenterSettings />
  if (tab === 'ledger')
    return (
      <Suspense fallback={<div className={styles.place} />}>
        <Movements />
      </Suspense>
    )
  if (tab === 'booklet')
    return (
      <Suspense fallback={<div className={styles.place} />}>
        <BookletPage certificate={CertificateSheet} />
      </Suspense>
    )
  return (
    <>
      <ProfileHead>
        <MyGuilds />
      </ProfileHead>
      <div className={styles.columns}>
        <div>
          <MyWork />
          <MyShelf />
          <p className={styles.booklet}>
            <Link className="link" to={paths.center('booklet')}>
              {center.booklet}
            </Link>
            {center.bookletHint}
          </p>
        </div>
        <div className={styles.side}>
          <FiveValues />
          <Activity />
        </div>
      </div>
    </>
  )
}
