import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { adminMount, adminPages, paths } from '@tongchuang/contract/paths.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { adminSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { send } from '@tongchuang/ui/send.ts'
import { flushEditors } from '@tongchuang/ui/session-end.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { ArrowUpRight, ChevronsUpDown, Languages, LogOut, User, Users } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { currentTexts, switchLanguage, useTexts } from '../locales/texts.ts'
import { queryClient } from './me.ts'
import styles from './person-menu.module.css'
import { forbidSilent } from '@tongchuang/ui/no-silent-log-in.ts'
import { logOut } from './session.ts'

const changeLanguage = async (next: 'zh-CN' | 'en-US') => {
  if (!(await switchLanguage(next))) return
  showToast(currentTexts()?.shell.languageChanged ?? '', 'success')
  // The server answers in the language of each request, so all data are requested again.
  void queryClient.invalidateQueries()
}

/** Switches to another role: starts a new session and reads all data again. */
const switchRole = async (role: RoleKey) => {
  await flushEditors()
  const { userinfo } = await send(accountsAdmin.switchRole, { role })
  adminSession.begin(userinfo.token)
  location.assign(`${basePath()}${adminMount}/`)
}

/** The menu of the user: the student site, the language, logging out. */
export const PersonMenu = ({ rail }: { rail: boolean }) => {
  const me = useMe()
  const { shell } = useTexts()
  const language = useLanguage()
  const navigate = useNavigate()

  const leave = async () => {
    forbidSilent()
    await logOut()
    showToast(currentTexts()?.shell.loggedOut ?? '', 'success')
    await navigate(adminPages.login)
  }

  return (
    <div className={`${styles.who} ${rail ? styles.rail : ''}`}>
      <a className={styles.back} href={basePath() + paths.square()}>
        <ArrowUpRight size={14} aria-hidden />
        {shell.studentSite}
      </a>
      <Popover
        label={shell.menuOf(me.nickname)}
        className={styles.panel}
        button={(trigger) => (
          <button
            {...trigger}
            type="button"
            className={styles.me}
            aria-label={rail ? shell.menuOf(me.nickname) : undefined}
          >
            <Avatar id={me.id} name={me.nickname} src={me.avatar} size={32} />
            <span className={styles.name}>
              <b>{me.nickname}</b>
              <small>
                {shell.roles[me.role]} · {shell.guildCount(me.guilds)}
              </small>
            </span>
            <ChevronsUpDown size={16} aria-hidden />
          </button>
        )}
      >
        {(close) => (
          <div className={styles.menu}>
            <Link to={adminPages.account} onClick={close}>
              <User size={16} aria-hidden />
              {shell.titles.account}
            </Link>
            {me.roleList
              .filter((role) => role !== me.role)
              .map((role) => (
                <button key={role} type="button" onClick={() => void switchRole(role).catch(() => undefined)}>
                  <Users size={16} aria-hidden />
                  {shell.switchRole(shell.roles[role])}
                </button>
              ))}
            <hr />
            <button
              type="button"
              lang={language === 'zh-CN' ? 'en' : 'zh'}
              onClick={() => void changeLanguage(language === 'zh-CN' ? 'en-US' : 'zh-CN').then(close)}
            >
              <Languages size={16} aria-hidden />
              {shell.switchLanguage}
            </button>
            <hr />
            <button type="button" onClick={() => void leave()}>
              <LogOut size={16} aria-hidden />
              {shell.logout}
            </button>
          </div>
        )}
      </Popover>
    </div>
  )
}
