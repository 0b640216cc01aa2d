import { closedFactors } from '../accounts/second-factor.ts'
import { closedPasswords } from '../accounts/waiting-passwords.ts'
import type { Db } from '../db/schema.ts'
import { closedAddresses } from '../guilds/robots/robot-store.ts'
import { robotPurpose } from '../guilds/robots/say.ts'
import type { Bilingual } from '../http/language.ts'
import { secretPurpose } from '../providers/party.ts'
import { listProviders } from '../providers/store.ts'
import { openText } from '../storage/secret-text.ts'

/** Encrypted values of the school: their number, and for each kind how many the server's secret cannot decrypt. */
export type Kept = { all: number; factors: number; providers: number; robots: number; passwords: number }

/**
 * Tries to decrypt everything that is stored for long with the server's secret, and initial passwords that are not
 * hashed yet.
 */
export const keptBySecret = async (db: Db, secret: string): Promise<Kept> => {
  const factors = await closedFactors(db, secret)
  const providers = (await listProviders(db)).filter((row) => row.secret !== '')
  const robots = await closedAddresses(db)
  const passwords = await closedPasswords(db, secret)
  return {
    all: factors.all + providers.length + robots.length + passwords.all,
    factors: factors.closed,
    providers: providers.filter((row) => openText(secret, secretPurpose, row.secret) === null).length,
    robots: robots.filter((address) => openText(secret, robotPurpose, address) === null).length,
    passwords: passwords.closed,
  }
}

/** What cannot be decrypted, and what to do about it; null where everything can. */
export const saidOfClosed = ({ factors, providers, robots, passwords }: Kept): Bilingual | null => {
  if (factors + providers + robots + passwords === 0) return null
  const zh = [
    factors > 0 && `${factors}个人的两步验证`,
    providers > 0 && `${providers}种登录方式`,
    robots > 0 && `${robots}个机器人`,
    passwords > 0 && `${passwords}个账号条上的初始密码`,
  ]
  const en = [
    factors > 0 && `second factors: ${factors}`,
    providers > 0 && `log-in providers: ${providers}`,
    robots > 0 && `robots: ${robots}`,
    passwords > 0 && `initial passwords on slips: ${passwords}`,
  ]
  return {
    zh: `服务器的密钥（SECRET，没有设就是DATA_DIR/secret）换过了，这些打不开：${zh.filter(Boolean).join('、')}。请换回原来的：没有设过SECRET的，它在原来的DATA_DIR/secret里，也在备份的secret里；找不回来的，解除以后重新设置，账号条重新发`,
    en: `The secret of the server (SECRET, else DATA_DIR/secret) is another one than before and does not open these: ${en.filter(Boolean).join(', ')}. Put the old one back: where SECRET was never set, it is in the DATA_DIR/secret of before and in a backup as secret; what cannot be had back is taken off and set up anew, and slips are made anew`,
  }
}
