import type { OtherProgram } from './db/errors.ts'
import type { Bilingual } from './http/language.ts'

/** How a database is made that a school can begin in. */
export const anew = 'createdb -E UTF8 -l C -T template0 …'

/** What PostgreSQL refuses before anything is done, by its SQLSTATE code. */
export const ofPostgres: Readonly<Record<string, Bilingual>> = {
  '28P01': {
    zh: '数据库不认这个用户或密码，请检查 DATABASE_URL',
    en: 'The database does not take this user or password: check DATABASE_URL',
  },
  '28000': {
    zh: '数据库不让这个用户登录，请检查 DATABASE_URL 和 pg_hba.conf',
    en: 'The database does not let this user in: check DATABASE_URL and pg_hba.conf',
  },
  '3D000': {
    zh: `没有这个数据库，请检查 DATABASE_URL，或先建一个：${anew}`,
    en: `There is no such database: check DATABASE_URL, or make it first: ${anew}`,
  },
  '53300': {
    zh: '数据库没有空的连接了：每个进程最多用 16 个，请加大 max_connections 或这个用户的上限，或停掉多余的进程',
    en: 'The database has no connection left: a process uses up to 16. Raise max_connections or the limit of this user, or stop processes that are not needed',
  },
  '3F000': {
    zh: '没有放表的 schema：这个用户的 search_path 里写的都不存在，或不让它用。请建一个：create schema … authorization …',
    en: 'There is no schema for the tables: what search_path names for this user does not exist, or is closed to it. Make one: create schema … authorization …',
  },
  '42501': {
    zh: '数据库里的这个用户没有需要的权限。让它成为数据库的所有者：alter database … owner to …',
    en: 'This user lacks rights in the database. Make it the owner: alter database … owner to …',
  },
}

/** Whose tables are in the way: an address that names the database of another program is a slip of the pen. */
export const otherProgram = ({ tables }: OtherProgram): Bilingual => {
  const some = tables.slice(0, 3)
  const [zh, en] = tables.length > some.length ? ['等', ' …'] : ['', '']
  return {
    zh: `这个数据库里是别的程序的表（${some.join('、')}${zh}，共${tables.length}张），什么也没有动。学校要有自己的数据库：请检查 DATABASE_URL，或先建一个：${anew}`,
    en: `This database holds tables of another program (${some.join(', ')}${en}, ${tables.length} in all); nothing was touched. A school needs a database of its own: check DATABASE_URL, or make one: ${anew}`,
  }
}
