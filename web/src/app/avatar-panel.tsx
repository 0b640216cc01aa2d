import { roleNames } from '@tongchuang/contract/accounts.ts'
import { profile as profileCalls } from '@tongchuang/contract/profile.ts'
import type { Profile } from '@tongchuang/contract/profile.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { openAdminSite } from '@tongchuang/ui/hand-off.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Permission, usePermitted } from '@tongchuang/ui/permission.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useMedia } from '@tongchuang/ui/use-media.ts'
import { Keyboard, Languages, Laptop, LogOut, SlidersHorizontal, User, Users } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { currentTexts, switchLanguage, useTexts } from '../locales/texts.ts'
import styles from './avatar-panel.module.css'
import { queryClient } from './profile.ts'
import { logOut } from './session.ts'

/** Logs out and says so. */
const useLeave = () => {
  const navigate = useNavigate()
  return async () => {
    await logOut()
    showToast(currentTexts()?.shell.loggedOut ?? '', 'success')
    // Without a return address: the next person at this machine is somebody else.
    await navigate(paths.login())
  }
}

const changeLanguage = async (profile: Profile, next: 'zh-CN' | 'en-US') => {
  if (!(await switchLanguage(next))) return
  showToast(currentTexts()?.shell.languageChanged ?? '', 'success')
  // Messages from the server are in the language of their request, so they are read again.
  void queryClient.invalidateQueries()
  if (profile.roleList.some((role) => role.key === 'student'))
    void send(profileCalls.update, { locale: next }).catch(() => undefined)
}

type Props = { profile: Profile; onOpen: (what: 'settings' | 'shortcuts') => void; close: () => void }

/** The menu of the person logged in: personal center, roles, language, log-out. */
export const AvatarPanel = ({ profile, onOpen, close }: Props) => {
  const { shell, accounts, frame } = useTexts()
  const language = useLanguage()
  const leave = useLeave()
  const isStudent = usePermitted([roleNames.student])
  // Where the main pointer is a finger there is hardly a keyboard.
  const hasKeys = useMedia('(pointer: fine)')
  const open = (what: 'settings' | 'shortcuts', Icon: typeof Laptop, label: string) => (
    <button
      type="button"
      onClick={() => {
        close()
        onOpen(what)
      }}
    >
      <Icon size={18} aria-hidden />
      {label}
    </button>
  )
  const others = profile.roleList.filter((role) => role.target === 'admin')

  return (
    <div className={styles.menu}>
      <div className={styles.who}>
        <Avatar id={profile.id} name={profile.nickname} src={profile.avatar} size={44} />
        <span>
          <b>{profile.nickname}</b>
          <small>
            {[isStudent ? shell.level(profile.level) : '', profile.organizationName].filter(Boolean).join(' · ')}
          </small>
        </span>
      </div>
      <Permission roles={[roleNames.student]}>
        <Link to={paths.center()} onClick={close}>
          <User size={18} aria-hidden />
          {shell.titles.center}
        </Link>
        <Link to={paths.center('settings')} onClick={close}>
          <SlidersHorizontal size={18} aria-hidden />
          {frame.mySettings}
        </Link>
      </Permission>
      {open('settings', Laptop, frame.settings.title)}
      <Permission roles={[roleNames.student]}>
        {hasKeys && open('shortcuts', Keyboard, frame.shortcuts.title)}
      </Permission>
      <hr />
      <Permission roles={[roleNames.student]}>
        {others.map((role) => (
          <button key={role.key} type="button" onClick={() => void openAdminSite(role).catch(() => undefined)}>
            <Users size={18} aria-hidden />
            {shell.switchRole(accounts.roles[role.key])}
          </button>
        ))}
      </Permission>
      <button
        type="button"
        lang={language === 'zh-CN' ? 'en' : 'zh'}
        onClick={() => void changeLanguage(profile, language === 'zh-CN' ? 'en-US' : 'zh-CN').then(close)}
      >
        <Languages size={18} aria-hidden />
        {shell.switchLanguage}
      </button>
      <hr />
      <button type="button" onClick={() => void leave()}>
        <LogOut size={18} aria-hidden />
        {shell.logout}
      </button>
    </div>
  )
}
