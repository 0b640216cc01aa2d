import { parseArgs } from 'node:util'
import { createAdmin } from '../accounts/create-admin.ts'
import { newPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { emailKey } from '../accounts/keys.ts'
import { mayBeUsername, roleList } from '../accounts/rules.ts'
import { endSessions } from '../accounts/sessions.ts'
import { findByLogin, listStaff, setPassword } from '../accounts/store.ts'
import { schoolSize } from '../backup/store.ts'
import { here } from '../commands-here.ts'
import { readSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { leaveEvent } from '../events.ts'
import type { Bilingual } from '../http/language.ts'
import { endOtherWaysIn } from '../providers/other-ways-in.ts'
import type { Command } from './command.ts'

const refuse = ({ zh, en }: Bilingual): number => {
  console.error(`✗ ${zh} / ${en}`)
  return 1
}

/**
 * Runs work on the school's database, creating the schema if it is still empty. Only starting the product upgrades a
 * database in use, because the previous version may still be serving it.
 */
const inSchool = async (work: (db: Db) => Promise<number>): Promise<number> => {
  const config = prepareDataFolder(readSettings(process.env))
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  try {
    await migrate(database, { dataDir: config.dataDir, mode: config.migrate ? 'new' : 'off' })
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** Creates an administrator with a random password and prints it once. */
export const adminCreate: Command = {
  name: 'admin create',
  takes: '[admin] [--email …]',
  does: { zh: '新建管理员，密码只显示一次', en: 'make an administrator; the password is shown once' },
  run: async (args) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { email: { type: 'string' } },
    })
    const [username = 'admin'] = positionals
    if (!mayBeUsername(username))
      return refuse({
        zh: `用户名不合规则：${username}。要 2–30 个字，可用汉字、字母、数字、. _ -，不能全是数字`,
        en: `Not a valid user name: ${username}. It has 2–30 letters, digits, Han characters, . _ -, and not digits alone`,
      })
    if (values.email !== undefined && !emailKey(values.email))
      return refuse({ zh: `邮箱不对：${values.email}`, en: `Not an email address: ${values.email}` })
    const password = newPassword()
    return inSchool(async (db) => {
      const password_hash = await hashPassword(password)
      const email = values.email?.trim() ?? null
      const made = await db
        .transaction()
        .execute((db) => createAdmin(db, { username, email, password_hash, created_at: Date.now() }))
      if (!made)
        return refuse({ zh: `用户名或邮箱已有人用：${username}`, en: `The name or address is taken: ${username}` })
      console.log(`用户名 / user name: ${username}\n密码 / password:    ${password}`)
      return 0
    })
  },
}

/** Gives anybody a new password and ends their sessions. */
export const adminResetPassword: Command = {
  name: 'admin reset-password',
  takes: '<user name>',
  does: { zh: '给任何人一个新密码', en: 'give anybody a new password' },
  run: async ([name]) => {
    if (!name) return refuse({ zh: '请写用户名', en: 'Name the user' })
    const password = newPassword()
    return inSchool(async (db) => {
      const account = await findByLogin(db, name)
      if (!account) {
        const isEmpty = (await schoolSize(db)).people === 0
        return refuse({
          zh: `没有这个用户：${name}${isEmpty ? '。这个数据库里还没有人，请检查 DATA_DIR 和 DATABASE_URL' : ''}`,
          en: `No such user: ${name}${isEmpty ? '. Nobody is in this database yet: check DATA_DIR and DATABASE_URL' : ''}`,
        })
      }
      const hash = await hashPassword(password)
      await db.transaction().execute(async (db) => {
        await setPassword(db, account.id, hash, true)
        await endOtherWaysIn(db, account.id)
        const now = Date.now()
        await endSessions(db, { user_id: account.id, reason: 'staff', now })
        // Notifies the owner like a password that staff gave on the admin site.
        await leaveEvent(db, 'account.password_set', { user_id: account.id, by: 'staff', at: now }, now)
      })
      console.log(
        `用户名 / user name: ${account.username}\n密码 / password:    ${password}\n首次登录后须修改 / to be changed at the first log-in`,
      )
      // A disabled account stays closed with a new password.
      if (account.status !== 'normal')
        console.log(
          '这个账号已停用，要先由管理员恢复使用 / The account is disabled: an administrator has to enable it first',
        )
      return 0
    })
  },
}

/** Lists everybody with a role other than 学生. */
export const adminList: Command = {
  name: 'admin list',
  does: { zh: '列出管理员和老师', en: 'list administrators and staff' },
  run: () =>
    inSchool(async (db) => {
      const staff = await listStaff(db)
      if (staff.length === 0)
        console.log(
          `这里还没有管理员和老师。新建一个：${here.cli} admin create / There are no administrators or staff yet. Make one: ${here.cli} admin create`,
        )
      for (const { username, nickname, status, roles } of staff) {
        const names = roleList(roles).map(({ name }) => name)
        console.log(
          `${username.padEnd(24)}${nickname}  ${names.join('、')}${status === 'normal' ? '' : '  （已停用 / disabled）'}`,
        )
      }
      return 0
    }),
}
